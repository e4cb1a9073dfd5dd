import { pipeline } from 'node:stream'
import { pick } from 'stream-json/filters/pick.js'
import { streamArray } from 'stream-json/streamers/stream-array.js'
import { z } from 'zod'
import { inGroups, openFile } from './read-lines.ts'

const item = z.object({ value: z.unknown() })

/** The elements of the array `member` of a JSON object in a file, in groups, for files of any size. */
export async function* readJsonArray(path: string, member: string): AsyncGenerator<unknown[]> {
  // A failure of any stage ends the loop below with that error.
  const elements = pipeline(
    openFile(path),
    pick.withParserAsStream({ filter: member }),
    streamArray.asStream(),
    () => undefined,
  )
  for await (const group of inGroups(elements)) yield group.map((element) => item.parse(element).value)
}
