import { openFile, readLines } from './read-lines.ts'
import { readRecord, type RawFields, type ReadRow } from '../record.ts'

/** Groups of records of a JSON Lines file (`.gz` too). `source` replaces that of the lines. */
export async function* readJsonl(path: string, source?: string): AsyncGenerator<ReadRow[]> {
  for await (const lines of readLines(openFile(path))) {
    yield lines.map((text) => {
      const fields = parseJson(text)
      return isFields(fields) ? readRecord(fields, source) : { skipped: 'malformed', row: text }
    })
  }
}

/** Avoids zod, because it runs once for each of a million lines; `readRecord` checks every field. */
function isFields(value: unknown): value is RawFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
