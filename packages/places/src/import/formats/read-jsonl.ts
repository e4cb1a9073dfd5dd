import { isRecord, tryParseJson } from '@antojo/domain/unknown-values'
import { openFile, readLines } from './read-lines.ts'
import { readRecord, type ReadRow } from '../record.ts'

/** Groups of records of a JSON Lines file (`.gz` too). `source` replaces that of the lines. */
export async function* readJsonl(path: string, source?: string): AsyncGenerator<ReadRow[]> {
  for await (const lines of readLines(openFile(path))) {
    yield lines.map((text) => {
      const fields = tryParseJson(text)
      return isRecord(fields) ? readRecord(fields, source) : { skipped: 'malformed', row: text }
    })
  }
}
