import { isRecord } from '@antojo/domain/unknown-values'
import {
  aboutPost,
  BETWEEN_FOLDERS,
  dayIn,
  type Entry,
  type FormatReader,
  joined,
  ofFile,
  tagsOf,
  textOf,
  timeOf,
} from '../entries.ts'
import { repairMojibake } from '../decode-text.ts'
import { isLink, isPostLink, postLinks } from '../known-links.ts'
import { htmlBoxes, shownIn } from './meta-html.ts'

/** Exports of programs that save links, as JSON. */

type Fields = Readonly<Record<string, unknown>>

/**
 * Karakeep (formerly Hoarder): `{ "bookmarks": [{ "createdAt", "title", "lists": [ID], "content": { "url" } }], "lists":
 * [{ "id", "name" }] }`.
 */
export const karakeep: FormatReader = {
  format: 'karakeep',
  files: /(?:karakeep|hoarder)[^/]*\.json$/iu,
  read: (file) => {
    const found = listAt(file.json(), 'bookmarks')
    if (found === null || !found.some((bookmark) => isRecord(bookmark['content']))) return null
    const lists = listAt(file.json(), 'lists') ?? []
    const names = new Map(lists.map((list) => [list['id'], textOf(list['name']) ?? '']))
    return ofFile(
      found.map((bookmark) => {
        const ids: readonly unknown[] = Array.isArray(bookmark['lists']) ? bookmark['lists'] : []
        return {
          ...bookmarkEntry(bookmark),
          lists: ids.map((id) => names.get(isRecord(id) ? id['id'] : id) ?? ''),
        }
      }),
    )
  },
}

function bookmarkEntry(bookmark: Fields): Entry {
  const content = isRecord(bookmark['content']) ? bookmark['content'] : {}
  const words = textOf(content['text'])
  return {
    url: textOf(content['url']) ?? postLinks(words ?? '')[0] ?? null,
    title: textOf(bookmark['title']),
    savedAt: timeOf(bookmark['createdAt']),
    note: joined([textOf(bookmark['note']), words]),
    texts: [...aboutPost('description', bookmark['summary']), ...tagsOf(bookmark['tags'])],
  }
}

/**
 * Facebook's `your_saved_items`: `{ "saves_v2": [{ "timestamp", "attachments": [{ "data": [{ "external_context": {
 * "name", "source", "url" } }] }] }] }`, or a page with the same.
 */
export const facebook: FormatReader = {
  format: 'bookmarks',
  files: /(?:^|\/)your_saved_items[^/]*\.(?:json|html?)$/iu,
  read: (file) => {
    const shown = facebook.files.test(file.name) ? htmlBoxes(file.text, shownIn) : null
    if (shown !== null) return [{ kind: 'saved', name: null, entries: shown.map(shownEntry) }]
    const saved = ['saves_v2', 'saves'].map((key) => listAt(file.json(), key)).find((list) => list !== null)
    if (!saved?.some(({ attachments }) => Array.isArray(attachments))) return null
    return [{ kind: 'saved', name: null, entries: saved.flatMap(savedEntries) }]
  },
}

function shownEntry({ links, words, heading, time }: ReturnType<typeof shownIn>): Entry {
  const [title = null, author] = words.filter((text) => !isLink(text))
  const url = links.find(isPostLink) ?? links[0] ?? null
  return { url, title: title ?? (heading || null), savedAt: dayIn(time), texts: aboutPost('author', author) }
}

function savedEntries(item: Fields): readonly Entry[] {
  const contexts = (listAt(item, 'attachments') ?? [])
    .flatMap((attachment) => listAt(attachment, 'data') ?? [])
    .flatMap(({ external_context: context }) => (isRecord(context) ? [context] : []))
  return (contexts.length > 0 ? contexts : [{ name: item['title'] }]).map((context: Fields) => ({
    url: textOf(context['url']),
    title: repairMojibake(textOf(context['name']) ?? '') || null,
    savedAt: timeOf(item['timestamp']),
    texts: aboutPost('author', repairMojibake(textOf(context['source']) ?? '')),
  }))
}

/** The file `Bookmarks` of Chrome and its kin, and the backups of Firefox: folders within folders. */
export const browserFiles: FormatReader = {
  format: 'bookmarks',
  files: /(?:^|\/)(?:Bookmarks(?:\.bak|\.json)?|bookmarks-[^/]*\.json)$/u,
  read: (file) => {
    const root = file.json()
    if (!isRecord(root)) return null
    const { roots } = root
    const tops = isRecord(roots) ? Object.values(roots) : 'guid' in root ? root['children'] : null
    return Array.isArray(tops) ? ofFile(tops.flatMap((top: unknown) => linksIn(top, null))) : null
  },
}

/** Chrome counts microseconds since 1601, Firefox since 1970. */
const YEAR_1601 = -Date.UTC(1601, 0, 1)

/** The links in a folder, with the names of the folders around them; that of the browser itself is none. */
function linksIn(folder: unknown, path: string | null): Entry[] {
  return (listAt(folder, 'children') ?? []).flatMap((child) => {
    const name = textOf(child['name'] ?? child['title'])
    if (Array.isArray(child['children'])) return linksIn(child, joined([path, name], BETWEEN_FOLDERS))
    const url = textOf(child['url'] ?? child['uri'])
    const chrome = Number(child['date_added']) / 1_000 - YEAR_1601
    const savedAt = timeOf(chrome) ?? timeOf(Number(child['dateAdded']) / 1_000)
    return { url, title: name, savedAt, lists: [path ?? ''] }
  })
}

/** Linkwarden: `{ "collections": [{ "name", "links": [{ "name", "url", "description", "createdAt" }] }] }`. */
export const linkwarden: FormatReader = {
  format: 'bookmarks',
  files: /linkwarden[^/]*\.json$/iu,
  read: (file) => {
    const collections = listAt(file.json(), 'collections')
    if (collections === null || !collections.some((each) => Array.isArray(each['links']))) return null
    return ofFile(
      collections.flatMap((collection) => {
        const lists = [textOf(collection['name']) ?? '']
        return (listAt(collection, 'links') ?? []).map((link) => ({ ...linkEntry(link), lists }))
      }),
    )
  },
}

function linkEntry(link: Fields): Entry {
  return {
    url: textOf(link['url']),
    title: textOf(link['name']),
    savedAt: timeOf(link['createdAt']) ?? timeOf(link['importDate']),
    texts: [...aboutPost('description', link['description']), ...tagsOf(link['tags'])],
  }
}

/** Mealie's backup: recipes with their source addresses. */
export const mealie: FormatReader = {
  format: 'mealie',
  files: /(?:^|\/)database\.json$|mealie[^/]*\.json$/iu,
  read: (file) => {
    const recipes = listAt(file.json(), 'recipes')
    if (recipes === null || !recipes.some((recipe) => 'org_url' in recipe || 'orgURL' in recipe)) return null
    return ofFile(recipes.map(recipeEntry))
  },
}

function recipeEntry(recipe: Fields): Entry {
  return {
    url: textOf(recipe['org_url'] ?? recipe['orgURL']),
    title: textOf(recipe['name']),
    savedAt: timeOf(recipe['created_at'] ?? recipe['dateAdded']),
    texts: aboutPost('description', recipe['description']),
  }
}

/** The list under a key, with an empty record for each element that is none; null without a list. */
function listAt(root: unknown, key: string): readonly Fields[] | null {
  const list = isRecord(root) ? root[key] : null
  return Array.isArray(list) ? list.map((each: unknown) => (isRecord(each) ? each : {})) : null
}
