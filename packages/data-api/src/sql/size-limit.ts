/**
 * Bytes of the largest answer. Embedded rows multiply: without a bound, one request fills the memory of Postgres and of
 * this process, which holds several answers at once.
 */
export const mostBytes = 16 * 1024 * 1024

/** Stands in the message of the error that an answer beyond the bound ends with. */
export const tooLargeMark = 'pgrst_too_large'

/** An error that undoes what was done: in plain SQL only a cast that fails raises one, and only one of a value. */
const raise = (value: string) => `CAST('${tooLargeMark} ' || ${value} AS integer)`

/** The body of an answer, or an error. */
export function bounded(body: string, type: 'json' | 'text'): string {
  const raised = raise('pg_catalog.count(*)')
  const typed = type === 'json' ? `to_json(${raised})` : `CAST(${raised} AS text)`
  return `CASE WHEN pg_column_size(${body}) > ${mostBytes} THEN ${typed} ELSE ${body} END`
}

/** Bytes of rows that one request may read on the way: what lies deeper is counted on each level. */
const mostRead = 4 * mostBytes
const readSoFar = `coalesce(nullif(current_setting('pgrst.read', true), ''), '0')`

/**
 * Rows that carry lists of rows, as a table `name`; an error as soon as those read so far are too large together. Counted
 * in a setting of the transaction: a window would keep all rows before it gives the first.
 */
export function measured(rows: string, name: string): string {
  const total = `CAST(${readSoFar} AS bigint) + pg_column_size(${name})`
  const counted = `CAST(set_config('pgrst.read', CAST(${total} AS text), true) AS bigint) > ${mostRead}`
  const fits = `CASE WHEN ${counted} THEN ${raise(readSoFar)} = 0 ELSE TRUE END`
  return `(SELECT ${name}.* FROM (${rows}) AS ${name} WHERE ${fits}) AS ${name}`
}
