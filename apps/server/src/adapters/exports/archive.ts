import { decodeText } from '@antojo/imports/decode-text'
import { namesToRead } from '@antojo/imports/read-import'
import { tablesOfWorkbook, WORKBOOK } from '@antojo/imports/workbook'
import { type Entry, fromBufferPromise, fromFdPromise, type ZipFile } from 'yauzl'
import { ownFiles } from './own-file.ts'
import { MAX_TEXT_BYTES, Refused } from './refused.ts'

/** The most files of an archive; an export with its media has some thousands. */
const MAX_ENTRIES = 50_000
/** The most text files that are read from an archive. */
const MAX_TEXTS = 300
const MAX_ALL_BYTES = 64 * 1024 * 1024
/** Texts compress to a tenth, a decompression bomb to a thousandth. */
const MAX_RATIO = 200
const MAX_NAME = 1_000
/** The first bytes of an archive, and of an empty one. */
const SIGNATURES = ['504b0304', '504b0506']

/** The container of old Office files, and of those with a password. */
const OLD_DOCUMENT = 'd0cf11e0'
/** Files that documents of OpenDocument, iWork, Word and binary Excel have. */
const OTHER_DOCUMENT = /^(?:content\.xml|Index\.zip|Index\/.*\.iwa|xl\/workbook\.bin|word\/document\.xml)$/u

/** Throws `Refused` for a document that is no archive. */
export function isArchive(firstBytes: Buffer): boolean {
  const signature = firstBytes.toString('hex', 0, 4)
  if (signature === OLD_DOCUMENT) refuseDocument()
  return SIGNATURES.includes(signature)
}

export interface ArchivedFile {
  readonly name: string
  readonly bytes: Buffer
}

/** The files to read in an archive, one after the other; those of archives in it too, but not of archives in those. */
export async function* filesOfArchive(descriptor: number): AsyncGenerator<ArchivedFile> {
  const zip = await fromFdPromise(descriptor, { lazyEntries: true, autoClose: false }).catch(damaged)
  const sizes = { files: 0, bytes: 0 }
  for await (const file of filesIn(zip, sizes))
    if (isArchive(file.bytes)) yield* filesIn(await fromBufferPromise(file.bytes).catch(damaged), sizes)
    else yield file
}

/** The number and size of the texts of all archives of a file together. */
interface Sizes {
  files: number
  bytes: number
}

async function* filesIn(zip: ZipFile, sizes: Sizes): AsyncGenerator<ArchivedFile> {
  if (zip.entryCount > MAX_ENTRIES)
    throw new Refused('import_too_large', `An archive has at most ${MAX_ENTRIES} files.`)
  const entries = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry())
      if (entry.fileName.length <= MAX_NAME && !entry.fileName.endsWith('/'))
        entries.set(entry.fileName, entry)
  } catch (error) {
    damaged(error)
  }
  const names = [...entries.keys()]
  if (names.some((name) => OTHER_DOCUMENT.test(name))) refuseDocument()
  const wanted = (ownFiles(names) ?? namesToRead(names)).flatMap((name) => entries.get(name) ?? [])
  checkSizes(wanted, sizes)
  if (names.includes(WORKBOOK)) yield* tablesIn(zip, wanted)
  else for (const entry of wanted) yield { name: entry.fileName, bytes: await bytesOf(zip, entry) }
}

/** The sheets of a workbook, as tables. */
async function* tablesIn(zip: ZipFile, wanted: readonly Entry[]): AsyncGenerator<ArchivedFile> {
  const texts = new Map<string, string>()
  for (const entry of wanted) texts.set(entry.fileName, decodeText(await bytesOf(zip, entry)))
  const tables = tablesOfWorkbook(texts)
  if (tables === null) throw new Refused('import_too_large', 'The sheets of the workbook are too large.')
  for (const { name, text } of tables) yield { name, bytes: Buffer.from(text) }
}

/** Checks the sizes that the archive states; yauzl aborts on a file that turns out larger. */
function checkSizes(entries: readonly Entry[], sizes: Sizes): void {
  sizes.files += entries.length
  sizes.bytes += entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  const isBomb = entries.some(
    ({ compressedSize, uncompressedSize }) =>
      uncompressedSize > MAX_TEXT_BYTES || uncompressedSize > MAX_RATIO * Math.max(compressedSize, 1024),
  )
  if (sizes.files > MAX_TEXTS || sizes.bytes > MAX_ALL_BYTES || isBomb)
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
    damaged(error)
  }
  return Buffer.concat(chunks)
}

function refuseDocument(): never {
  throw new Refused('import_spreadsheet', 'Of documents, only .xlsx is read.')
}

function damaged(error: unknown): never {
  throw new Refused('import_unreadable', `The archive is damaged: ${String(error)}`)
}
