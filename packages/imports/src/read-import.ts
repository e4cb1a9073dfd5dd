import type { ImportFormat, ImportPartKind, UnreadReason } from '@antojo/domain/transfer/import-facts'
import { MAX_URL_LENGTH } from '@antojo/domain/links/find-urls'
import { parseLink } from '@antojo/domain/links/link'
import {
  canonicalMapsLink,
  isShortMapsLink,
  type MapsPlace,
  mapsLinkOf,
  readMapsLink,
} from '@antojo/domain/links/maps-link'
import type { Platform } from '@antojo/domain/platforms/platform'
import type { Entry, FormatReader, Part, TextFile } from './entries.ts'
import { parseJson } from './foreign.ts'
import { bookmarks, karakeep, mealie } from './formats/bookmarks.ts'
import { instagram } from './formats/instagram.ts'
import { links } from './formats/links.ts'
import { geojson, gpx, kml } from './formats/maps.ts'
import { googleLists, tables, youtubePlaylists } from './formats/tables.ts'
import { tiktok } from './formats/tiktok.ts'

/** The most entries of one import; the rest are counted as unread. */
export const MAX_ITEMS = 20_000
/** The most text that an import keeps: some 400 bytes for each entry. */
export const MAX_TEXT_BYTES = 8 * 1024 ** 2
/** Each list that contains a post takes a row. */
const BYTES_PER_PART = 64
const MAX_PARTS = 200
/** The longest name of a list. */
const MAX_NAME = 120
const MAX_TITLE = 500
const MAX_ADDRESS = 300
/** All entries that cannot be read are counted; some are shown as examples. */
const MAX_EXAMPLES = 20
const MAX_EXAMPLE = 200

/** Readers are tried in this order: the first that recognises a file reads it. */
export const READERS: readonly FormatReader[] = [
  tiktok,
  instagram,
  youtubePlaylists,
  googleLists,
  geojson,
  kml,
  gpx,
  bookmarks,
  karakeep,
  mealie,
  tables,
  links,
]
/** The readers of exports whose files have characteristic names. */
const OF_ARCHIVES = READERS.filter((reader) => reader !== links && reader !== tables)

export interface FoundPart {
  readonly kind: ImportPartKind
  readonly name: string | null
}

/** A post to save. A post that occurs several times in the file is one. */
export interface FoundPost {
  readonly url: string
  readonly canonicalUrl: string
  /** `Other` when the link is to a place. */
  readonly platform: Platform
  readonly title: string | null
  readonly savedAt: Date | null
  /** Indexes of the parts that contain the post. */
  readonly parts: readonly number[]
}

export interface Unread {
  readonly reason: UnreadReason
  readonly total: number
  readonly examples: readonly string[]
}

export interface FoundImport {
  readonly format: ImportFormat
  readonly parts: readonly FoundPart[]
  readonly posts: readonly FoundPost[]
  readonly unread: readonly Unread[]
}

/** The names of the files to read in an archive: those of known exports, or else every text file. */
export function namesToRead(names: readonly string[]): readonly string[] {
  const known = names.filter((name) => OF_ARCHIVES.some(({ files }) => files.test(name)))
  return known.length > 0 ? known : names.filter((name) => links.files.test(name))
}

/** Everything to import from these files; null when no format recognises any of them. Throws `TooDeepError`. */
export function readImport(files: Iterable<TextFile>): FoundImport | null {
  const reading = new ImportReading()
  for (const file of files) reading.add(file)
  return reading.result()
}

/** Does the work of `readImport` file by file, so that only one file of an archive is in memory. */
export class ImportReading {
  readonly #found = new Collector()
  #format: ImportFormat | null = null

  /** Throws `TooDeepError`. */
  add(file: TextFile): void {
    let parsed: { readonly value: unknown } | undefined
    const json = () => (parsed ??= { value: parseJson(file.text) }).value
    for (const reader of READERS) {
      const parts = reader.read({ ...file, json })
      if (parts === null) continue
      this.#format ??= reader.format
      for (const part of parts) this.#found.add(part)
      return
    }
  }

  /** Null when no format recognises any of the files. */
  result(): FoundImport | null {
    return this.#format === null ? null : { format: this.#format, ...this.#found.result() }
  }
}

class Collector {
  readonly #parts: FoundPart[] = []
  readonly #posts = new Map<string, { post: Omit<FoundPost, 'parts'>; parts: Set<number> }>()
  readonly #unread = new Map<UnreadReason, { total: number; examples: string[] }>()
  #bytes = 0

  add(part: Part): void {
    const index = this.#partIndex(part)
    for (const entry of part.entries) {
      const post = postOf(entry)
      if (typeof post === 'string') this.#refuse(post, entry.url ?? entry.title ?? '')
      else this.#keep(post, index)
    }
  }

  result(): Omit<FoundImport, 'format'> {
    return {
      parts: this.#parts,
      posts: [...this.#posts.values()].map(({ post, parts }) => ({ ...post, parts: [...parts] })),
      unread: [...this.#unread].map(([reason, rest]) => ({ reason, ...rest })),
    }
  }

  /** Parts of the same kind and name are merged; the last part takes everything beyond the maximum number. */
  #partIndex({ kind, name: given }: Part): number {
    const name = given === null ? null : nameOf(given)
    const known = this.#parts.findIndex((part) => part.kind === kind && part.name === name)
    if (known !== -1) return known
    if (this.#parts.length === MAX_PARTS) return MAX_PARTS - 1
    return this.#parts.push({ kind, name }) - 1
  }

  #keep(post: Omit<FoundPost, 'parts'>, part: number): void {
    const known = this.#posts.get(post.canonicalUrl)
    if (known?.parts.has(part) === true) return
    const bytes = BYTES_PER_PART + (known ? 0 : bytesOf(post))
    const isFull = this.#bytes + bytes > MAX_TEXT_BYTES || (!known && this.#posts.size >= MAX_ITEMS)
    if (isFull) return this.#refuse('too_many', post.url)
    this.#bytes += bytes
    if (known) known.parts.add(part)
    else this.#posts.set(post.canonicalUrl, { post, parts: new Set([part]) })
  }

  #refuse(reason: UnreadReason, text: string): void {
    const unread = this.#unread.get(reason) ?? { total: 0, examples: [] }
    unread.total += 1
    const example = storable(text, MAX_EXAMPLE)
    if (unread.examples.length < MAX_EXAMPLES && example !== '') unread.examples.push(example)
    this.#unread.set(reason, unread)
  }
}

function bytesOf({ url, canonicalUrl, title }: Omit<FoundPost, 'parts'>): number {
  return new TextEncoder().encode(url + canonicalUrl + (title ?? '')).length
}

function postOf(entry: Entry): Omit<FoundPost, 'parts'> | UnreadReason {
  const { url, title, savedAt } = entry
  const place = placeOf(entry)
  if (place !== null) return placePost(place, entry)
  if (url === null || url === '' || url.length > MAX_URL_LENGTH) return 'no_link'
  if (isShortMapsLink(url)) return { url, canonicalUrl: url, platform: 'Other', title: null, savedAt }
  const link = parseLink(url)
  if (link === null) return 'no_link'
  if (link.kind !== 'video' && link.kind !== 'short') return 'not_a_post'
  const canonicalUrl = link.kind === 'video' ? link.canonicalUrl : link.url
  const words = title === null ? '' : storable(title, MAX_TITLE)
  return { url: link.url, canonicalUrl, platform: link.platform, title: words === '' ? null : words, savedAt }
}

/** The place of an entry: the facts in its link, completed by those in the file. Null for the link of a post. */
function placeOf({ url, place }: Entry): MapsPlace | null {
  const linked = url === null ? null : readMapsLink(url)
  if (linked === null && (place === undefined || (url !== null && isPost(url)))) return null
  const { name = null, address = null, position = null } = place ?? {}
  const known = {
    name: name ?? linked?.name ?? null,
    address: address ?? linked?.address ?? null,
    position: position ?? linked?.position ?? null,
    cid: linked?.cid ?? null,
  }
  return known.name === null && known.position === null && known.cid === null ? null : known
}

function isPost(url: string): boolean {
  const link = parseLink(url)
  return link?.kind === 'video' || link?.kind === 'short'
}

function placePost(place: MapsPlace, { savedAt }: Entry): Omit<FoundPost, 'parts'> | UnreadReason {
  const readable = {
    ...place,
    name: place.name === null ? null : storable(place.name, MAX_NAME) || null,
    address: place.address === null ? null : storable(place.address, MAX_ADDRESS) || null,
  }
  if (readable.name === null && readable.position === null) return 'no_link'
  const url = mapsLinkOf(readable)
  if (url.length > MAX_URL_LENGTH) return 'no_link'
  return { url, canonicalUrl: canonicalMapsLink(readable), platform: 'Other', title: readable.name, savedAt }
}

function nameOf(text: string): string {
  return storable(text, MAX_NAME) || '—'
}

/** Removes control characters and lone surrogates: they are invisible, and Postgres rejects some of them. */
function storable(text: string, max: number): string {
  const readable = text
    .slice(0, 2 * max)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
  return readable.slice(0, max).toWellFormed().trim()
}
