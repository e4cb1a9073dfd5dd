import type { UnreadReason } from '@antojo/domain/transfer/import-facts'
import { type Entry, joined, MAX_DAYS, type Part, type PostText } from './entries.ts'
import type { FoundPart, FoundPost, Unread } from './found.ts'
import { postLinks } from './known-links.ts'
import { MAX_NOTE, postOf, type ReadPost, storable } from './read-entry.ts'

/** The most entries of one import; the rest are counted as unread. */
export const MAX_ITEMS = 20_000
/** The most text that an import keeps: some 400 bytes for each entry. */
export const MAX_TEXT_BYTES = 8 * 1024 ** 2
/** Texts about posts may fill half of it, so that they leave room for the posts themselves. */
const MAX_EVIDENCE_BYTES = MAX_TEXT_BYTES / 2
/** Each list that contains a post takes a row. */
const BYTES_PER_PART = 64
const MAX_PARTS = 200
/** The longest name of a list. */
const MAX_NAME = 120
/** All entries that cannot be read are counted; some are shown as examples. */
const MAX_EXAMPLES = 20
const MAX_EXAMPLE = 200

type Found = Omit<FoundPost, 'parts'>

export interface Collected {
  readonly parts: readonly FoundPart[]
  readonly posts: readonly FoundPost[]
  /** The number of entries that became posts; with the unread ones, these are all entries of the files. */
  readonly read: number
  readonly unread: readonly Unread[]
}

/** Gathers the entries of files as posts without repetitions, within the bounds of an import. */
export class Collector {
  readonly #parts: FoundPart[] = []
  readonly #posts = new Map<string, { post: Found; parts: Set<number> }>()
  readonly #unread = new Map<UnreadReason, { total: number; examples: string[] }>()
  #entries = 0
  #read = 0
  #bytes = 0
  #evidenceBytes = 0

  get isEmpty(): boolean {
    return this.#read === 0 && this.#unread.size === 0
  }

  add(part: Part): void {
    if (part.beyond) this.#unreadFor('too_many').total += part.beyond
    for (const entry of part.entries) {
      this.#entries += 1
      // A full import only completes the posts that it has, which a file repeats near each other.
      if (this.#posts.size >= MAX_ITEMS && this.#entries > 2 * MAX_ITEMS) {
        this.#unreadFor('too_many').total += 1
        continue
      }
      const post = postOf(entry)
      const keep = (found: Found) => this.#keepIn(partsOf(part, entry), found)
      const refused = typeof post === 'string' ? post : keep({ ...post, placeUrl: null })
      if (refused === null) this.#read += 1
      else this.#refuse(refused, entry)
      const placeUrl = typeof post !== 'string' && post.platform === 'Other' ? post.canonicalUrl : null
      for (const beside of refused === 'not_saved' ? [] : postsBeside(entry))
        if (beside.canonicalUrl !== placeUrl)
          keep({ ...beside, placeUrl: beside.platform === 'Other' ? null : placeUrl })
    }
  }

  result(): Collected {
    return {
      parts: this.#parts,
      posts: [...this.#posts.values()].map(({ post, parts }) => ({ ...post, parts: [...parts] })),
      read: this.#read,
      unread: [...this.#unread].map(([reason, rest]) => ({ reason, ...rest })),
    }
  }

  /** Null when the post is kept in the first part, else the reason. */
  #keepIn([first, ...others]: readonly [FoundPart, ...FoundPart[]], found: Found) {
    const refused = this.#keep(found, first)
    if (refused === null) for (const other of others) this.#keep(found, other)
    return refused
  }

  /** Null when the post is kept, else the reason. */
  #keep(found: Found, part: FoundPart): UnreadReason | null {
    const known = this.#posts.get(found.canonicalUrl)
    const post = this.#withinBounds(known ? merged(known.post, found) : found, known?.post)
    const at = this.#indexOf(part)
    const entryBytes = known?.parts.has(at) === true ? 0 : BYTES_PER_PART
    const bytes = entryBytes + bytesOf(post) - (known ? bytesOf(known.post) : 0)
    const isFull = this.#bytes + bytes > MAX_TEXT_BYTES || (!known && this.#posts.size >= MAX_ITEMS)
    if (isFull) return known ? null : 'too_many'
    this.#bytes += bytes
    const index = at === -1 ? this.#parts.push(part) - 1 : at
    this.#posts.set(post.canonicalUrl, { post, parts: new Set(known?.parts).add(index) })
    return null
  }

  /** Parts of the same kind and name are merged; the last part takes everything beyond the maximum number. */
  #indexOf({ kind, name }: FoundPart): number {
    const known = this.#parts.findIndex((part) => part.kind === kind && part.name === name)
    return known === -1 && this.#parts.length === MAX_PARTS ? MAX_PARTS - 1 : known
  }

  /** Without its texts when there is no room for them. */
  #withinBounds(post: Found, known: Found | undefined): Found {
    if (post.texts === known?.texts) return post
    const bytes = bytesOfTexts(post.texts)
    if (this.#evidenceBytes + bytes > MAX_EVIDENCE_BYTES) return { ...post, texts: [] }
    this.#evidenceBytes += bytes
    return post
  }

  #refuse(reason: UnreadReason, { url, title }: Entry): void {
    const unread = this.#unreadFor(reason)
    unread.total += 1
    if (unread.examples.length === MAX_EXAMPLES) return
    const example = storable((reason === 'not_a_post' ? url : title) || title || url || '', MAX_EXAMPLE)
    if (example !== '') unread.examples.push(example)
  }

  #unreadFor(reason: UnreadReason): { total: number; examples: string[] } {
    const unread = this.#unread.get(reason) ?? { total: 0, examples: [] }
    this.#unread.set(reason, unread)
    return unread
  }
}

/** An entry of lists is in these alone, or else in the part of the file. */
function partsOf({ kind, name }: Part, { lists = [] }: Entry): readonly [FoundPart, ...FoundPart[]] {
  const named = lists.filter((list) => list !== '')
  const [first, ...others] = named.map((list) => ({ kind: 'collection' as const, name: shownName(list) }))
  return first === undefined ? [{ kind, name: name === null ? null : shownName(name) }] : [first, ...others]
}

function shownName(name: string): string {
  return storable(name, MAX_NAME) || '—'
}

/**
 * The posts that an entry has beside its own link: those in the person's note about a place, which get its name, and its
 * other points.
 */
function postsBeside({ otherPositions = [], posts = [], ...entry }: Entry): readonly ReadPost[] {
  const urls = new Set([...posts, ...postLinks(entry.note ?? '')])
  const { title, savedAt } = entry
  const points = otherPositions.map((position) => ({
    ...entry,
    url: null,
    place: { name: title, address: null, position },
  }))
  return [...[...urls].map((url) => ({ url, title, savedAt })), ...points]
    .map(postOf)
    .filter((post) => typeof post !== 'string')
}

/** A repeated post is completed by what the file says in its other entries. */
function merged(known: Found, found: Found): Found {
  return {
    ...known,
    title: known.title ?? found.title,
    savedAt: known.savedAt ?? found.savedAt,
    note: known.note?.includes(found.note ?? '')
      ? known.note
      : (joined([known.note, found.note])?.slice(0, MAX_NOTE) ?? null),
    visited: [...new Set([...known.visited, ...found.visited])].slice(0, MAX_DAYS),
    texts: known.texts.length > 0 ? known.texts : found.texts,
    placeUrl: known.placeUrl ?? found.placeUrl,
  }
}

function bytesOf({ url, canonicalUrl, title, note, visited, texts }: Found): number {
  const days = visited.length * 10
  return days + Buffer.byteLength(url + canonicalUrl + (title ?? '') + (note ?? '')) + bytesOfTexts(texts)
}

function bytesOfTexts(texts: readonly PostText[]): number {
  return texts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
}
