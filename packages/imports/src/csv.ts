import { tableSeparator } from '@antojo/domain/transfer/table-separator'
import { CsvError, parse } from 'csv-parse/sync'
import type { SourceFile } from './entries.ts'

export type Row = readonly string[]

export interface Table {
  readonly rows: readonly Row[]
  /** The number of lines after the last row that a table may have. */
  readonly beyond: number
}

const MAX_ROWS = 50_000
/** Excel writes the separator of its country in a line before the header. */
const SEPARATOR_LINE = /^\uFEFF?sep=(?<sign>[^\r\n])\r?\n/iu

/** The rows of a table that are not empty, with trimmed cells; none for a text that is not a table. */
export function tableOf({ text }: SourceFile): Table {
  const stated = SEPARATOR_LINE.exec(text)
  const body = text.slice(stated?.[0].length ?? 0)
  const sample = body.slice(0, 10_000)
  // A text without any of these separators is not a table.
  if (!/[,;\t|]/u.test(sample)) return { rows: [], beyond: 0 }
  const delimiter = stated?.groups?.['sign'] ?? tableSeparator(sample)
  try {
    return rowsOf(body, { delimiter })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // A quote was opened and never closed, so quotes are ordinary characters in this file.
    return rowsOf(body, { delimiter, quote: false })
  }
}

function rowsOf(text: string, options: { readonly delimiter: string; readonly quote?: false }): Table {
  let line = 0
  const rows = parse(text, {
    ...options,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    trim: true,
    to: MAX_ROWS,
    on_record: (row: string[], { lines }) => {
      line = lines
      return row
    },
  })
  return { rows, beyond: rows.length < MAX_ROWS ? 0 : filledLines(text, line) }
}

/** The number of lines with a letter or digit after the first ones. */
function filledLines(text: string, first: number): number {
  let at = 0
  for (let line = 0; line < first && at !== -1; line += 1) at = text.indexOf('\n', at) + 1 || -1
  return at === -1 ? 0 : (text.slice(at).match(/^.*?[\p{L}\p{N}]/gmu)?.length ?? 0)
}
