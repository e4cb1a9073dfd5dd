import { ApiError } from '../api-error.ts'

/** The rows of a body of any format as JSON text, with their keys. */
export interface Payload {
  readonly text: string
  /** The keys of the rows. All rows have the same keys unless `columns` was given. */
  readonly keys: readonly string[]
  readonly isArray: boolean
  readonly rows: number
  /** Keys that at least one row lacks. */
  readonly missing: ReadonlySet<string>
}

const keysDiffer = () => new ApiError(400, 'PGRST102', 'All object keys must match')
const emptyOrInvalid = () => new ApiError(400, 'PGRST102', 'Empty or invalid json')

/** Parses a body by its content type. `columns` is the request's `columns` parameter. */
export function parsePayload(
  body: string,
  contentType: string | undefined,
  columns: readonly string[] | undefined,
): Payload {
  const type = (contentType ?? 'application/json').split(';')[0]?.trim().toLowerCase() ?? ''
  switch (type) {
    case 'text/csv':
      return describe(JSON.stringify(csvRows(body)), columns)
    case 'application/x-www-form-urlencoded':
      return describe(JSON.stringify(Object.fromEntries(new URLSearchParams(body))), columns)
    case '':
    case 'application/json':
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.array+json':
      return describe(body, columns)
    default:
      throw new ApiError(415, 'PGRST102', `Content-Type not acceptable: ${type}`)
  }
}

function describe(text: string, columns: readonly string[] | undefined): Payload {
  const value = parseJson(text)
  const isArray = Array.isArray(value)
  const rows: unknown[] = isArray ? value : [value]
  if (columns === undefined && isArray && !rows.every(isObject)) throw keysDiffer()
  const first = rows[0] === undefined ? [] : keysOf(rows[0])
  const keys = columns ?? first
  const missing = new Set<string>()
  for (const row of rows) {
    const own = new Set(keysOf(row))
    if (columns === undefined && (own.size !== first.length || !first.every((key) => own.has(key))))
      throw keysDiffer()
    for (const key of keys) if (!own.has(key)) missing.add(key)
  }
  return { text, keys, isArray, rows: rows.length, missing }
}

/** Postgres parses JSON recursively, so deeper nesting is refused here. */
const MAX_DEPTH = 500

function isTooDeep(text: string): boolean {
  if (text.length < 2 * MAX_DEPTH) return false
  let depth = 0
  // A string that is never closed lasts to the end: otherwise each of its quotes would be tried as a beginning.
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{}]/gs)) {
    if (token === '[' || token === '{') depth += 1
    else if (token === ']' || token === '}') depth -= 1
    if (depth > MAX_DEPTH) return true
  }
  return false
}

/** Parses JSON. Throws PGRST102 when the text is not JSON, or nested too deeply. */
export function parseJson(text: string): unknown {
  if (isTooDeep(text))
    throw new ApiError(400, 'PGRST102', `The JSON is nested deeper than ${MAX_DEPTH} levels`)
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    throw emptyOrInvalid()
  }
}

function isObject(row: unknown): row is object {
  return typeof row === 'object' && row !== null && !Array.isArray(row)
}

function keysOf(row: unknown): string[] {
  if (!isObject(row)) throw emptyOrInvalid()
  return Object.keys(row)
}

/** CSV with a header line, `"` quoting; the bare word NULL is null. */
function csvRows(text: string): Record<string, string | null>[] {
  const [header, ...lines] = splitCsv(text)
  if (!header) throw emptyOrInvalid()
  return lines.map((line) => {
    if (line.length !== header.length)
      throw new ApiError(400, 'PGRST102', 'All lines must have same number of fields')
    return Object.fromEntries(header.map((name, at) => [name.text, valueOf(line[at])]))
  })
}

interface Cell {
  readonly text: string
  readonly quoted: boolean
}

function valueOf(cell: Cell | undefined): string | null {
  return cell === undefined || (!cell.quoted && cell.text === 'NULL') ? null : cell.text
}

const csvCell = () => /(?:"((?:[^"]|"")*)"|([^,"\r\n]*))(,|\r\n|\n|\r|$)/y

function splitCsv(text: string): Cell[][] {
  const lines: Cell[][] = []
  let line: Cell[] = []
  const cell = csvCell()
  while (cell.lastIndex < text.length || line.length > 0) {
    const match = cell.exec(text)
    if (!match) throw new ApiError(400, 'PGRST102', 'Invalid CSV')
    const quoted = match[1] !== undefined
    line.push({ text: quoted ? (match[1] ?? '').replaceAll('""', '"') : (match[2] ?? ''), quoted })
    if (match[3] === ',') continue
    lines.push(line)
    line = []
  }
  return lines
}
