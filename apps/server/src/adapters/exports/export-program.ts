import { fstatSync, readSync } from 'node:fs'
import { decodeText } from '@antojo/imports/decode-text'
import { TooDeepError } from '@antojo/imports/foreign'
import { ImportReading } from '@antojo/imports/read-import'
import { type Answer, serve } from '../decoder/serve.ts'
import { filesOfArchive, isArchive } from './archive.ts'
import { type ExportTask, exportTask, FILE, POSTS_PER_LINE } from './export-task.ts'
import { ownFiles, OwnFileReading } from './own-file.ts'
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

async function read({ name, choice }: ExportTask) {
  const reading = new ImportReading(choice)
  let own: OwnFileReading | undefined
  if (isArchive(bytesOfFile(4)))
    for await (const file of filesOfArchive(FILE))
      if (own) own.add(file)
      else if (ownFiles([file.name])) own = new OwnFileReading(file)
      else reading.add({ name: file.name, text: decodeText(file.bytes) })
  else reading.add({ name, text: decodeText(wholeFile()) })
  if (own === undefined) return reading.result()
  const { posts, archive } = await own.result()
  const choices = { formats: [], table: null }
  const parts = [{ kind: 'file' as const, name: null }]
  return { format: 'antojo' as const, choices, parts, unread: [], read: posts.length + 1, posts, archive }
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

function answerOf(found: Awaited<ReturnType<typeof read>>): Answer {
  if (found === null) return refusal('import_unreadable', 'No known format, and no link of a platform.')
  if (found.read === 0 && found.unread.length === 0)
    return refusal('import_empty', 'The export has nothing saved.')
  const { posts, archive = Buffer.of(), ...facts } = { archive: undefined, ...found }
  const lines: string[] = []
  for (let at = 0; at < posts.length; at += POSTS_PER_LINE)
    lines.push(JSON.stringify(posts.slice(at, at + POSTS_PER_LINE)))
  const body = Buffer.concat([archive, Buffer.from(lines.join('\n'))])
  return { head: { ok: true, ...facts, posts: posts.length, archiveBytes: archive.length }, body }
}
