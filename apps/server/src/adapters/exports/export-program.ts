import { fstatSync, readSync } from 'node:fs'
import { decodeText } from '@antojo/imports/decode-text'
import { TooDeepError } from '@antojo/imports/foreign'
import { type FoundImport, ImportReading } from '@antojo/imports/read-import'
import { type Answer, serve } from '../decoder/serve.ts'
import { filesOfArchive, isArchive } from './archive.ts'
import { type ExportTask, exportTask, FILE, POSTS_PER_LINE } from './export-task.ts'
import { MAX_TEXT_BYTES, Refused } from './refused.ts'

/** The program of a process that reads a file of another service. */
serve(async ({ head }) => {
  try {
    return answerOf(await read(exportTask.parse(head)))
  } catch (error) {
    if (error instanceof TooDeepError) return refusal('import_too_deep', 'The file is nested too deeply.')
    if (error instanceof Refused) return refusal(error.code, error.message)
    throw error
  }
})

async function read({ name }: ExportTask): Promise<FoundImport | null> {
  const reading = new ImportReading()
  if (isArchive(bytesOfFile(4)))
    for await (const file of filesOfArchive(FILE))
      reading.add({ name: file.name, text: decodeText(file.bytes) })
  else reading.add({ name, text: decodeText(wholeFile()) })
  return reading.result()
}

function wholeFile(): Buffer {
  const { size } = fstatSync(FILE)
  if (size > MAX_TEXT_BYTES) throw new Refused('import_too_large', 'A text has at most 32 MB.')
  return bytesOfFile(size)
}

function bytesOfFile(size: number): Buffer {
  const bytes = Buffer.alloc(size)
  let held = 0
  for (let got = -1; got !== 0 && held < size; held += got)
    got = readSync(FILE, bytes, { offset: held, length: size - held, position: held })
  return bytes.subarray(0, held)
}

function refusal(code: Refused['code'], detail: string): Answer {
  return { head: { ok: false, code, detail } }
}

function answerOf(found: FoundImport | null): Answer {
  if (found === null) return refusal('import_unreadable', 'No known format, and no link of a platform.')
  if (found.read === 0 && found.unread.length === 0)
    return refusal('import_empty', 'The export has nothing saved.')
  const { posts, ...facts } = found
  const lines: string[] = []
  for (let at = 0; at < posts.length; at += POSTS_PER_LINE)
    lines.push(JSON.stringify(posts.slice(at, at + POSTS_PER_LINE)))
  return { head: { ok: true, ...facts, posts: posts.length }, body: Buffer.from(lines.join('\n')) }
}
