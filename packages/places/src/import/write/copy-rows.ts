import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/** A value of a COPY row: an array becomes a `text[]`. */
export type CopyValue = string | number | boolean | undefined | readonly string[]

/** A row in COPY's text format (PostgreSQL manual, COPY, "Text Format"), with its line end. */
export function copyRow(values: readonly CopyValue[]): string {
  return `${values.map(field).join('\t')}\n`
}

/** Streams rows of `copyRow` into a table. */
export async function copyRows(
  client: pg.PoolClient,
  target: string,
  rows: readonly string[],
): Promise<void> {
  const stream = client.query(copyFrom(`copy ${target} from stdin`))
  await pipeline(Readable.from(chunks(rows)), stream)
}

function* chunks(rows: readonly string[]): Generator<string> {
  for (let start = 0; start < rows.length; start += 500) yield rows.slice(start, start + 500).join('')
}

function field(value: CopyValue): string {
  if (value === undefined) return '\\N'
  if (typeof value === 'string') return escape(value)
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 't' : 'f'
  return escape(`{${value.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`)
}

function escape(text: string): string {
  return /[\\\t\n\r]/.test(text)
    ? text.replace(/\\/g, '\\\\').replace(/\t/g, '\\t').replace(/\n/g, '\\n').replace(/\r/g, '\\r')
    : text
}
