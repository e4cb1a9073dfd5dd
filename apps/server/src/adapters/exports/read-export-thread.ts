import { open, readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { namesToRead, readImport } from '@antojo/imports/read-import'
import type { SourceFile } from '@antojo/imports/entries'
import { decodeText } from '@antojo/imports/decode-text'
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl'
import { z } from 'zod'
import type { ExportOutcome } from './export-reader.ts'

/** The most files of an archive; an export with its media has some thousands. */
const MAX_ENTRIES = 50_000
/** The most texts that are read of an archive. */
const MAX_TEXTS = 300
/** A text of 32 MB has some 200,000 links. */
const MAX_TEXT_BYTES = 32 * 1024 * 1024
const MAX_ALL_BYTES = 64 * 1024 * 1024
/** Texts shrink to a tenth; a bomb to a thousandth. */
const MAX_RATIO = 200
const MAX_NAME = 1_000
/** The first bytes of an archive, and of an empty one. */
const ZIP = ['504b0304', '504b0506']

const job = z.object({ path: z.string(), name: z.string() })

/** A file that is refused; `code` is the reason. */
class Refused extends Error {
  readonly code: 'import_unreadable' | 'import_too_large'

  constructor(code: Refused['code'], detail: string) {
    super(detail)
    this.code = code
  }
}

async function read({ path, name }: z.infer<typeof job>): Promise<ExportOutcome> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
    const { size } = await file.stat()
    if (ZIP.includes(buffer.toString('hex'))) return outcomeOf(await textsOfArchive(file.fd))
    if (size > MAX_TEXT_BYTES) throw new Refused('import_too_large', 'A text has at most 32 MB.')
    return outcomeOf([{ name, text: decodeText(await readFile(path)) }])
  } catch (error) {
    if (error instanceof Refused) return { kind: 'refused', code: error.code, detail: error.message }
    throw error
  } finally {
    await file.close().catch(() => undefined)
  }
}

function outcomeOf(files: readonly SourceFile[]): ExportOutcome {
  const found = readImport(files)
  return found === null
    ? { kind: 'refused', code: 'import_unreadable', detail: 'No known format, and no link of a platform.' }
    : { kind: 'found', found }
}

async function textsOfArchive(fd: number): Promise<readonly SourceFile[]> {
  const zip = await fromFdPromise(fd, { lazyEntries: true, autoClose: false }).catch((error: unknown) => {
    throw new Refused('import_unreadable', `The archive is damaged: ${String(error)}`)
  })
  if (zip.entryCount > MAX_ENTRIES)
    throw new Refused('import_too_large', `An archive has at most ${MAX_ENTRIES} files.`)
  const entries = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry())
      if (entry.fileName.length <= MAX_NAME && !entry.fileName.endsWith('/'))
        entries.set(entry.fileName, entry)
  } catch (error) {
    throw new Refused('import_unreadable', `The archive is damaged: ${String(error)}`)
  }
  const wanted = namesToRead([...entries.keys()]).flatMap((name) => entries.get(name) ?? [])
  checkSizes(wanted)
  const texts: SourceFile[] = []
  for (const entry of wanted)
    texts.push({ name: entry.fileName, text: decodeText(await bytesOf(zip, entry)) })
  return texts
}

/** By the sizes that the archive states; yauzl ends a file that is larger. */
function checkSizes(entries: readonly Entry[]): void {
  const total = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  const isBomb = entries.some(
    ({ compressedSize, uncompressedSize }) =>
      uncompressedSize > MAX_TEXT_BYTES || uncompressedSize > MAX_RATIO * Math.max(compressedSize, 1024),
  )
  if (entries.length > MAX_TEXTS || total > MAX_ALL_BYTES || isBomb)
    throw new Refused('import_too_large', 'The texts of the archive are too large.')
}

async function bytesOf(zip: ZipFile, entry: Entry): Promise<Buffer> {
  if (entry.isEncrypted() || !entry.canDecodeFileData())
    throw new Refused('import_unreadable', 'The archive is encrypted.')
  const chunks: Buffer[] = []
  try {
    const stream: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry)
    for await (const chunk of stream) chunks.push(chunk)
  } catch (error) {
    throw new Refused('import_unreadable', `The archive is damaged: ${String(error)}`)
  }
  return Buffer.concat(chunks)
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(await read(job.parse(workerData)))
