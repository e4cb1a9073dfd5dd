import type { RequestLimits } from '../request/limits.ts'

/** Limits of the size of one answer, both while Postgres makes it and when it is complete. */
export type SizeLimits = Pick<RequestLimits, 'maxAnswerBytes' | 'maxUncountedRows'>

/** Prefix of the error message for an answer above the limit; the limit follows. */
export const TOO_LARGE_MARK = 'pgrst_too_large'

/** Rows of embedded lists are counted again as part of each row that contains them. */
const NESTED_FACTOR = 4
/** 1,000 uncounted rows together have at most 2 MB. */
const MAX_SMALL_ROW_BYTES = 2_048

/** The body of an answer, or an error when it is too large. */
export function limitBody(body: string, type: 'json' | 'text', maxBytes: number): string {
  const raised = raise(maxBytes, 'pg_catalog.count(*)')
  const typed = type === 'json' ? `to_json(${raised})` : `CAST(${raised} AS text)`
  return `CASE WHEN pg_column_size(${body}) > ${maxBytes} THEN ${typed} ELSE ${body} END`
}

/** Rows whose bytes are counted before they are aggregated. */
export interface CountedRows {
  readonly select: string
  /** The table name of the rows. */
  readonly name: string
  readonly isNested: boolean
  /** True when the select has a limit; without one, many small rows would go unnoticed. */
  readonly isLimited: boolean
  readonly maxAnswerBytes: number
}

/**
 * The rows as JSON, in the column `_json` of a table `name`; fails as soon as the rows made so far exceed the limit
 * together. Each row becomes JSON once, for both the count and the answer: OFFSET keeps Postgres from copying the
 * expression to both places.
 */
export function countJson(rows: CountedRows, json = `row_to_json(${rows.name})`): string {
  const { select, name } = rows
  const made = `(SELECT ${json} AS "_json" FROM (${select}) AS ${name} OFFSET 0) AS ${name}`
  return `(SELECT ${name}."_json" FROM ${made} WHERE ${fits(rows, `pg_column_size(${name}."_json")`)}) AS ${name}`
}

/** The counted rows with their columns, for formats without one JSON value per row. */
export function countRows(rows: CountedRows): string {
  const { select, name } = rows
  const size = `pg_column_size(row_to_json(${name}))`
  return `(SELECT ${name}.* FROM (${select}) AS ${name} WHERE ${fits(rows, size)}) AS ${name}`
}

/**
 * Sums the bytes in a setting of the transaction, because a window function would buffer all rows before it returns the
 * first.
 */
function fits({ isNested, isLimited, maxAnswerBytes }: CountedRows, size: string): string {
  const setting = isNested ? 'pgrst.nested_bytes' : 'pgrst.answer_bytes'
  const maxBytes = isNested ? NESTED_FACTOR * maxAnswerBytes : maxAnswerBytes
  const before = `coalesce(nullif(current_setting('${setting}', true), ''), '0')`
  const sum = `CAST(CAST(${before} AS bigint) + ${size} AS text)`
  const isTooMuch = `CAST(set_config('${setting}', ${sum}, true) AS bigint) > ${maxBytes}`
  const small = isLimited ? `WHEN ${size} <= ${MAX_SMALL_ROW_BYTES} THEN TRUE ` : ''
  return `CASE ${small}WHEN ${isTooMuch} THEN ${raise(maxAnswerBytes, before)} = 0 ELSE TRUE END`
}

/**
 * Plain SQL can raise an error only by a cast that fails at run time; the cast of a constant would already fail at
 * planning.
 */
function raise(maxBytes: number, value: string): string {
  return `CAST('${TOO_LARGE_MARK} ${maxBytes} ' || ${value} AS integer)`
}
