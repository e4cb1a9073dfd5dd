import { z } from 'zod'
import { openFile, readLines } from './read-lines.ts'
import { readRecord } from './record.ts'
import type { PlaceRecord } from './record.ts'

const line = z.record(z.string(), z.unknown())

/** Groups of records of a JSON Lines file (`.gz` too); null stands for a line that holds no usable place. */
export async function* readJsonl(path: string, source?: string): AsyncGenerator<(PlaceRecord | null)[]> {
  for await (const lines of readLines(openFile(path))) {
    yield lines.map((text) => {
      const parsed = line.safeParse(parseJson(text))
      return parsed.success ? readRecord(parsed.data, source) : null
    })
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
