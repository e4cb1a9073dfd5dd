import { type Entry, type FormatReader, isRecord, type Part, type SourceFile, timeOf } from '../entries.ts'
import { parseMarkup } from '../foreign.ts'

/** Bookmarks of every browser, in Netscape's format: each folder is a heading followed by a list. */
export const bookmarks: FormatReader = {
  format: 'bookmarks',
  files: /bookmarks[^/]*\.html?$/iu,
  read: ({ text }) => (/<!doctype netscape-bookmark/iu.test(text.slice(0, 500)) ? bookmarkParts(text) : null),
}

interface OpenLink {
  readonly url: string
  readonly savedAt: Date | null
}

function bookmarkParts(text: string): readonly Part[] {
  const parts = new Map<string, Entry[]>()
  const folders: string[] = []
  let heading = ''
  let link: OpenLink | null = null
  let words = ''
  parseMarkup(text, {
    onopentag: (name, attributes) => {
      if (name === 'dl') folders.push(heading)
      if (name === 'h3' || name === 'a') words = ''
      if (name === 'a')
        link = { url: attributes['href'] ?? '', savedAt: timeOf(Number(attributes['add_date'] ?? '0')) }
    },
    ontext: (piece) => (words += piece),
    onclosetag: (name) => {
      if (name === 'dl') folders.pop()
      if (name === 'h3') heading = words.trim()
      if (name !== 'a' || link === null) return
      const folder = folders.at(-1) ?? ''
      const entries = parts.get(folder) ?? []
      entries.push({ ...link, title: words.trim() || null })
      parts.set(folder, entries)
      link = null
    },
  })
  return [...parts].map(([name, entries]) =>
    name === '' ? { kind: 'file', name: null, entries } : { kind: 'collection', name, entries },
  )
}

/** Karakeep's (formerly Hoarder's) export: `{ "bookmarks": [{ "createdAt", "title", "content": { "url" } }] }`. */
export const karakeep: FormatReader = {
  format: 'karakeep',
  files: /(?:karakeep|hoarder)[^/]*\.json$/iu,
  read: (file) => {
    const entries = listAt(file, 'bookmarks').flatMap((bookmark): Entry[] => {
      const content = bookmark['content']
      if (!isRecord(content) || typeof content['url'] !== 'string') return []
      return [
        { url: content['url'], title: textOf(bookmark['title']), savedAt: timeOf(bookmark['createdAt']) },
      ]
    })
    return entries.length === 0 ? null : [{ kind: 'file', name: null, entries }]
  },
}

/** Mealie's backup: recipes with their source addresses. */
export const mealie: FormatReader = {
  format: 'mealie',
  files: /(?:^|\/)database\.json$|mealie[^/]*\.json$/iu,
  read: (file) => {
    const entries = listAt(file, 'recipes').flatMap((recipe): Entry[] => {
      const url = recipe['org_url'] ?? recipe['orgURL']
      if (typeof url !== 'string' || url === '') return []
      return [
        { url, title: textOf(recipe['name']), savedAt: timeOf(recipe['created_at'] ?? recipe['dateAdded']) },
      ]
    })
    return entries.length === 0 ? null : [{ kind: 'file', name: null, entries }]
  },
}

function listAt(file: SourceFile, key: string): readonly Readonly<Record<string, unknown>>[] {
  const root = file.json()
  const list = isRecord(root) ? root[key] : root
  return Array.isArray(list) ? list.filter(isRecord) : []
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
