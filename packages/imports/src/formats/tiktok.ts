import type { ImportPartKind } from '@antojo/domain/transfer/import-facts'
import { type Entry, type FormatReader, isRecord, type Part, type SourceFile, timeOf } from '../entries.ts'

/**
 * TikTok's "Download your data": `user_data.json` or `user_data_tiktok.json`, or a folder of text files, of which
 * `Favorite Videos.txt` and `Like List.txt` are read.
 */
export const tiktok: FormatReader = {
  format: 'tiktok',
  files: /(?:^|\/)(?:user_data[^/]*\.json|(?:fav|like|me gusta|videos favoritos|lista de)[^/]*\.txt)$/iu,
  read: (file) => readJson(file) ?? readText(file),
}

const LINK = /^https?:\/\/(?:[\w-]+\.)*tiktokv?\.com\//iu
/** The section names are English in every language; only their order and nesting have changed. */
const LIKES = /like|me gusta/iu
const FAVOURITES = /favou?rit/iu
const OTHER =
  /sound|effect|hashtag|music|browsing|watch|history|share|comment|chat|message|post|live|follow/iu
const MAX_DEPTH = 5

function readJson(file: SourceFile): readonly Part[] | null {
  const root = file.json()
  if (!isRecord(root)) return null
  const sections = sectionsOf(root, [])
  return sections.length === 0 ? null : sections
}

/** Every list of links below a section of favourites or likes. */
function sectionsOf(value: unknown, path: readonly string[]): Part[] {
  if (path.length > MAX_DEPTH) return []
  if (Array.isArray(value)) {
    const kind = kindOf(path.slice(-2).join(' '))
    const entries = kind === null ? [] : value.flatMap(entryOf)
    return kind !== null && entries.length > 0 ? [{ kind, name: null, entries }] : []
  }
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => sectionsOf(inner, [...path, key]))
}

/** "Like List/ItemFavoriteList" are likes, "Favorite Videos/FavoriteVideoList" favourites. */
function kindOf(names: string): ImportPartKind | null {
  if (OTHER.test(names)) return null
  if (LIKES.test(names)) return 'likes'
  return FAVOURITES.test(names) ? 'favourites' : null
}

/**
 * `{ "Date": "2023-01-01 12:00:00", "Link": "https://www.tiktokv.com/share/video/…/" }`, in some years with lower-case
 * keys.
 */
function entryOf(value: unknown): Entry[] {
  if (!isRecord(value)) return []
  const texts = Object.values(value).filter((each) => typeof each === 'string')
  const url = texts.find((text) => LINK.test(text.trim()))?.trim() ?? null
  const savedAt = texts.map(timeOf).find((time) => time !== null) ?? null
  return [{ url, title: null, savedAt }]
}

/** Blocks of `Date: …` and `Link: …`, with their labels in the person's language. */
function readText({ name, text }: SourceFile): readonly Part[] | null {
  const entries: Entry[] = []
  let savedAt: Date | null = null
  for (const line of text.split(/\r?\n/u)) {
    const value = /^[^:]{1,40}:\s*(?<value>.+)$/u.exec(line)?.groups?.['value']?.trim()
    if (value === undefined) savedAt = null
    else if (LINK.test(value)) entries.push({ url: value, title: null, savedAt })
    else savedAt = timeOf(value)
  }
  if (entries.length === 0) return null
  const file = name.slice(name.lastIndexOf('/') + 1)
  const kind = FAVOURITES.test(file) ? 'favourites' : LIKES.test(file) ? 'likes' : 'file'
  return [{ kind, name: null, entries }]
}
