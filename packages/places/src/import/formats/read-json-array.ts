import { pipeline } from 'node:stream'
import { pick } from 'stream-json/filters/pick.js'
import { streamArray } from 'stream-json/streamers/stream-array.js'
import { z } from 'zod'
import { openFile } from './read-lines.ts'

const item = z.object({ value: z.unknown() })
const GROUP = 500

/** The elements of the array `member` of a JSON object in a file, in groups, for files of any size. */
export async function* readJsonArray(path: string, member: string): AsyncGenerator<unknown[]> {
  // A failure of any stage ends the loop below with that error.
  const elements = pipeline(
    openFile(path),
    pick.withParserAsStream({ filter: member }),
    streamArray.asStream(),
    () => undefined,
  )
  let group: unknown[] = []
  for await (const element of elements) {
    group.push(item.parse(element).value)
    if (group.length < GROUP) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}
