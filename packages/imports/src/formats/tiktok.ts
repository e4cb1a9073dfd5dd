import { platformOfUrl } from '@antojo/domain/platforms/platform'
import { isRecord } from '@antojo/domain/unknown-values'
import type { ImportPartKind } from '@antojo/domain/transfer/import-facts'
import { baseName, type Entry, type FormatReader, type Part, type SourceFile, timeOf } from '../entries.ts'

/**
 * TikTok's "Download your data": `user_data.json` or `user_data_tiktok.json`, or a folder of text files, of which
 * `Favorite Videos.txt` and `Like List.txt` are read. What the person watched, shared and wrote is never read.
 */
export const tiktok: FormatReader = {
  format: 'tiktok',
  files: /(?:^|\/)(?:user_data[^/]*\.json|(?:fav|like|me gusta|videos favoritos|lista de)[^/]*\.txt)$/iu,
  read: (file) => (UNREAD_FILE.test(baseName(file.name)) ? [] : (readJson(file) ?? readText(file))),
}

/** The section names are English in every language; only their order and nesting have changed. */
const LIKES = /like|me gusta/iu
const FAVOURITES = /favou?rit/iu
const OTHER =
  /sound|effect|hashtag|music|browsing|watch|history|share|comment|chat|message|post|live|follow/iu
const SECTION = /^(?:favorite videos|like list|(?:video browsing|watch|share) history|direct messages?)$/iu
/** The text files with links of other kinds. */
const UNREAD_FILE =
  /^(?:(?:watch|browsing|share|search|chat|login) history|direct messages?|historial de (?:visuali|reproduc|navega|compart|b[uú]squeda).*|mensajes directos)$/iu
const MAX_DEPTH = 5

function readJson(file: SourceFile): readonly Part[] | null {
  const root = file.json()
  return isRecord(root) && hasSection(root, 2) ? sectionsOf(root, []) : null
}

function hasSection(value: Readonly<Record<string, unknown>>, depth: number): boolean {
  return Object.entries(value).some(
    ([key, inner]) => isRecord(inner) && (SECTION.test(key) || (depth > 0 && hasSection(inner, depth - 1))),
  )
}

/** Every list of links below a section of favourites or likes. */
function sectionsOf(value: unknown, path: readonly string[]): Part[] {
  if (path.length > MAX_DEPTH) return []
  if (Array.isArray(value)) {
    const kind = kindOf(path.slice(-2).join(' '))
    return kind === null ? [] : [{ kind, name: null, entries: value.map(entryOf) }]
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
function entryOf(value: unknown): Entry {
  const texts = Object.values(isRecord(value) ? value : {}).filter((each) => typeof each === 'string')
  const url = texts.find(isOfTiktok)?.trim() ?? null
  const savedAt = texts.map(timeOf).find((time) => time !== null) ?? null
  return { url, title: null, savedAt }
}

function isOfTiktok(text: string): boolean {
  return platformOfUrl(text) === 'TikTok'
}

type Line = readonly [label: string, value: string]

/** Blocks of `Date: …` and `Link: …`, with their labels in the person's language. */
function readText({ name, text }: SourceFile): readonly Part[] | null {
  if (text.trim() === '' && tiktok.files.test(name)) return []
  const first = labelled(/^\s*(?<line>[^\r\n]*)/u.exec(text)?.groups?.['line'] ?? '')
  if (first === null || timeOf(first[1]) === null) return null
  const lines = text.split(/\r?\n/u).map(labelled)
  const label = linkLabel(lines)
  if (label === null) return null
  const file = baseName(name)
  const entries: Entry[] = []
  let savedAt: Date | null = null
  for (const line of lines) {
    if (line?.[0] === label) entries.push({ url: line[1] || null, title: null, savedAt })
    else savedAt = line === null ? null : timeOf(line[1])
  }
  const kind = FAVOURITES.test(file) ? 'favourites' : LIKES.test(file) ? 'likes' : 'file'
  return [{ kind, name: null, entries }]
}

function labelled(line: string): Line | null {
  const found = /^(?<label>[^:]{1,40}):(?<value>.*)$/u.exec(line)?.groups
  return found ? [found['label'] ?? '', (found['value'] ?? '').trim()] : null
}

/** The label of every link; null for a text in which links have several labels. */
function linkLabel(lines: readonly (Line | null)[]): string | null {
  const found = new Set(lines.flatMap((line) => (line !== null && isOfTiktok(line[1]) ? [line[0]] : [])))
  const [label = null] = found
  return found.size === 1 ? label : null
}
