import { tableSeparator } from '@antojo/domain/transfer/table-separator'
import { isRecord } from '@antojo/domain/unknown-values'

export type Row = readonly string[]

export interface Table {
  readonly rows: readonly Row[]
  /** The number of lines after the last row that a table may have. */
  readonly beyond: number
}

export const NO_TABLE: Table = { rows: [], beyond: 0 }
const MAX_ROWS = 50_000
/** In a table with wrong quotes, a longer cell is none. */
const MAX_LINES_OF_CELL = 1_000
/** Excel writes the separator of its country in a line before the header. */
const SEPARATOR_LINE = /^\uFEFF?sep=(?<sign>[^\r\n])\r?\n/iu

/** The rows of a table that are not empty, with trimmed cells; none for a text that is not a table. */
export function tableOf(text: string): Table {
  const stated = SEPARATOR_LINE.exec(text)
  const body = text.slice(stated?.[0].length ?? 0).replace(/^\uFEFF/u, '')
  const sample = body.slice(0, 10_000)
  // A text without any of these separators is not a table.
  if (!/[,;\t|]/u.test(sample)) return NO_TABLE
  const delimiter = stated?.groups?.['sign'] ?? tableSeparator(sample)
  const lines = body.split(/\r\n|[\r\n]/u)
  return rowsOf(lines, delimiter, Infinity) ?? rowsOf(lines, delimiter, MAX_LINES_OF_CELL) ?? NO_TABLE
}

/**
 * The rows of lines: each line is a row, unless a quote that it opens ends in a later line. Null when a quote has no end;
 * with a bound for cells, such a quote is an ordinary sign, and lines that look like rows are not part of a cell.
 */
function rowsOf(lines: readonly string[], delimiter: string, maxLines: number): Table | null {
  const isWhole = maxLines === Infinity
  const width = lines[0]?.split(delimiter).length ?? 0
  const odd = lines.flatMap((line, index) => (line.split('"').length % 2 === 0 ? [index] : []))
  const rows: Row[] = []
  let at = 0
  for (let next = 0; at < lines.length && rows.length < MAX_ROWS; at += 1) {
    while ((odd[next] ?? lines.length) < at) next += 1
    const end = odd[next] === at ? (odd[next + 1] ?? at) : at
    const hasRows = () => lines.slice(at + 1, end).some((line) => line.split(delimiter).length >= width)
    const isCell = end > at && end - at <= maxLines && (isWhole || !hasRows())
    const joint = isCell ? cellsOf(lines.slice(at, end + 1).join('\n'), delimiter) : null
    if (isWhole && odd[next] === at && joint === null) return null
    if (joint !== null) at = end
    const row = joint ?? cellsOf(lines[at] ?? '', delimiter) ?? []
    if (row.some((cell) => cell !== '')) rows.push(withWholeLinks(row))
  }
  return { rows, beyond: lines.slice(at).filter((line) => /[\p{L}\p{N}]/u.test(line)).length }
}

/** The cells of a row, null when one without quotes has several lines. A quote within a cell is a sign like others. */
function cellsOf(line: string, delimiter: string): Row | null {
  if (!line.includes('"')) return line.split(delimiter).map((cell) => cell.trim())
  const cells: string[] = []
  for (let at = 0; at <= line.length;) {
    QUOTED.lastIndex = at
    const quoted = QUOTED.exec(line)
    const isQuoted = quoted !== null && [delimiter, ''].includes(line.charAt(QUOTED.lastIndex))
    const end = isQuoted ? QUOTED.lastIndex : (line + delimiter).indexOf(delimiter, at)
    const cell = isQuoted ? (quoted[1] ?? '').replaceAll('""', '"') : line.slice(at, end)
    if (!isQuoted && cell.includes('\n')) return null
    cells.push(cell.trim())
    at = end + 1
  }
  return cells
}

const QUOTED = / *"((?:[^"]|"")*)" */uy

/** A link to a map without quotes around it, which the commas in its position have cut into cells. */
const CUT_LINK = /^https?:\/\/\S*[@=]-?\d{1,2}\.\d+$/iu
const LONGITUDE = /^-?\d{1,3}\.\d\S*$/u
const ZOOM = /^\d[\d.]*[zm](?:\/\S*)?$/u

function withWholeLinks(row: Row): Row {
  const at = row.findIndex((cell, index) => CUT_LINK.test(cell) && LONGITUDE.test(row[index + 1] ?? ''))
  if (at === -1) return row
  const count = ZOOM.test(row[at + 2] ?? '') ? 3 : 2
  return row.toSpliced(at, count, row.slice(at, at + count).join(','))
}

/** A list of records as a table, whose header has the names of all fields; none for another value. */
export function tableOfRecords(value: unknown): Table {
  if (!Array.isArray(value) || !isRecord(value[0])) return NO_TABLE
  const records = value
    .slice(0, MAX_ROWS)
    .map((each: unknown) => new Map(isRecord(each) ? Object.entries(each).flatMap(fieldsOf) : []))
  const header = [...new Set(records.flatMap((record) => [...record.keys()]))].slice(0, MAX_FIELDS)
  const rows = records.map((record) => header.map((name) => record.get(name) ?? ''))
  return { rows: [header, ...rows], beyond: Math.max(0, value.length - MAX_ROWS) }
}

const MAX_FIELDS = 100

/** The texts of a field; those in an object have its name before theirs. */
export function fieldsOf([name, value]: readonly [string, unknown]): (readonly [string, string])[] {
  if (isRecord(value)) return Object.entries(value).map(([inner, each]) => [`${name}.${inner}`, cellOf(each)])
  return [[name, cellOf(value)]]
}

function cellOf(value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.filter((each) => typeof each === 'string').join(', ')
  return typeof value === 'string' ? value.trim() : ''
}
