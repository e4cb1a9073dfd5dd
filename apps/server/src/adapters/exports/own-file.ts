import { createGzip, type Gzip } from 'node:zlib'
import {
  ARCHIVE_HEADER,
  ARCHIVE_PICTURE,
  ARCHIVE_ROWS,
  ARCHIVE_SETTINGS,
  ARCHIVE_VERSION,
  type ArchiveHeader,
  archiveHeader,
  archiveKindOf,
  type ArchiveLine,
  archiveLine,
  archiveVersion,
  linesOfList,
} from '@antojo/contract/transfer/archive'
import { ROW_LIMITS } from '@antojo/domain/transfer/row-limits'
import { MAX_ITEMS } from '@antojo/imports/collect'
import { decodeText } from '@antojo/imports/decode-text'
import { parseJson } from '@antojo/imports/foreign'
import type { ReadPost } from './export-task.ts'
import { Refused } from './refused.ts'

const ORDER: readonly string[] = Object.keys(ARCHIVE_ROWS)
const MAX_TITLE = 500
/** The most bytes of all rows after compression, which a third of their reply leaves room for. */
const MAX_BYTES = 16 * 1024 * 1024

/**
 * The files of Antojo's own archive in the order in which they are read, the header first; null for another archive. A
 * program that packs it again may have put it into a folder.
 */
export function ownFiles(names: readonly string[]): readonly string[] | null {
  const header = names.find((name) => /^(?:[^/]+\/)?antojo\.json$/u.test(name))
  if (header === undefined) return null
  const folder = header.slice(0, -ARCHIVE_HEADER.length)
  const inside = new Set(names)
  const others = [ARCHIVE_SETTINGS, ARCHIVE_PICTURE]
    .map((name) => folder + name)
    .filter((name) => inside.has(name))
  const rows = names
    .filter((name) => name.startsWith(folder) && archiveKindOf(name.slice(folder.length)) !== null)
    .map((name) => ({ name, kind: ORDER.indexOf(archiveKindOf(name.slice(folder.length)) ?? '') }))
    .toSorted((a, b) => a.kind - b.kind || a.name.length - b.name.length || (a.name < b.name ? -1 : 1))
  return [header, ...others, ...rows.map(({ name }) => name)]
}

export interface OwnFile {
  /** The videos, as entries of a preview. */
  readonly posts: readonly ReadPost[]
  /** Every row, compressed. */
  readonly archive: Buffer
}

/** Checks the files of Antojo's own archive, and gathers their rows. */
export class OwnFileReading {
  readonly #folder: string
  readonly #posts: ReadPost[] = []
  readonly #missing: ArchiveHeader['rows']
  readonly #gzip: Gzip = createGzip()
  readonly #packed: Buffer[] = []

  /** Throws `Refused` for the header of a newer version, or of no version. */
  constructor(header: { readonly name: string; readonly bytes: Buffer }) {
    const value = parseJson(decodeText(header.bytes))
    const { data: found } = archiveVersion.safeParse(value)
    if (found && found.version > ARCHIVE_VERSION)
      throw new Refused('import_newer', `The file has version ${found.version}, we read ${ARCHIVE_VERSION}.`)
    const { rows } = parsed(archiveHeader.safeParse(value))
    if (rows.corrections > ROW_LIMITS.corrections || Object.values(rows).some((number) => number > MAX_ITEMS))
      throw new Refused('import_too_large', `An import has at most ${MAX_ITEMS} rows of a kind.`)
    this.#missing = { ...rows }
    this.#folder = header.name.slice(0, -ARCHIVE_HEADER.length)
    this.#gzip.on('data', (chunk: Buffer) => this.#packed.push(chunk))
  }

  /** Throws `Refused` for a row that is none of ours. */
  add({ name, bytes }: { readonly name: string; readonly bytes: Buffer }): void {
    const file = name.slice(this.#folder.length)
    if (file === ARCHIVE_PICTURE) return this.#keep({ kind: 'picture', row: bytes.toString('base64') })
    if (file === ARCHIVE_SETTINGS) return this.#keep({ kind: 'settings', row: parseJson(decodeText(bytes)) })
    const kind = archiveKindOf(file)
    if (kind === null) return
    for (const line of decodeText(bytes).split('\n')) {
      if (line === '') continue
      this.#missing[kind] -= 1
      if (this.#missing[kind] < 0) throw new Refused('import_incomplete', `The header has fewer ${kind}.`)
      this.#keep({ kind, row: parseJson(line) })
    }
  }

  /** Throws `Refused` when rows are missing. */
  async result(): Promise<OwnFile> {
    const missing = Object.entries(this.#missing).filter(([, number]) => number > 0)
    if (missing.length > 0)
      throw new Refused('import_incomplete', `Rows are missing: ${missing.map(String).join(' ')}.`)
    await new Promise<void>((resolve, reject) => {
      this.#gzip.on('end', resolve).on('error', reject).end()
    })
    const archive = Buffer.concat(this.#packed)
    if (archive.length > MAX_BYTES) throw new Refused('import_too_large', 'The rows are too large.')
    return { posts: this.#posts, archive }
  }

  #keep(given: { readonly kind: ArchiveLine['kind']; readonly row: unknown }): void {
    const line = parsed(archiveLine.safeParse(given))
    for (const part of line.kind === 'lists' ? linesOfList(line.row) : [line])
      this.#gzip.write(`${JSON.stringify(part)}\n`)
    if (line.kind !== 'videos') return
    const { video_url: url, canonical_url: canonicalUrl, platform, created_at: createdAt } = line.row
    const title = (line.row.restaurant_name ?? line.row.title)?.slice(0, MAX_TITLE).toWellFormed() ?? null
    const savedAt = new Date(createdAt).toISOString()
    const rest = { note: null, visited: [], texts: [], placeUrl: null, parts: [0] }
    this.#posts.push({ url, canonicalUrl, platform, title, savedAt, ...rest })
  }
}

function parsed<T>(result: { success: true; data: T } | { success: false; error: { message: string } }): T {
  if (result.success) return result.data
  throw new Refused('import_incomplete', `Not a row of ours: ${result.error.message.slice(0, 300)}`)
}
