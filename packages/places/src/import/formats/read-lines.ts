import { createReadStream } from 'node:fs'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** Opens a file and unpacks `.gz`; at most `chunkBytes` are read at once. */
export function openFile(path: string, chunkBytes = 1 << 18): Readable {
  const file = createReadStream(path, { highWaterMark: chunkBytes })
  if (!path.endsWith('.gz')) return file
  return pipeline(file, createGunzip({ chunkSize: chunkBytes }), () => undefined)
}

const GROUP = 500

/** The items in groups, for less work between two of them. */
export async function* inGroups(items: AsyncIterable<unknown>): AsyncGenerator<unknown[]> {
  let group: unknown[] = []
  for await (const item of items) {
    group.push(item)
    if (group.length < GROUP) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}

/** The non-empty lines of a stream, in groups as they arrive. Throws when a line exceeds 16 MB. */
export async function* readLines(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > 1 << 24)
      throw new Error('The file has a line of more than 16 MB: it is not JSON Lines.')
    const filled = lines.filter((line) => line.trim() !== '')
    if (filled.length > 0) yield filled
  }
  rest += decoder.decode()
  if (rest.trim() !== '') yield [rest]
}
