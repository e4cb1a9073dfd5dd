import { isRecord } from '@antojo/domain/unknown-values'
import {
  aboutPost,
  type Entry,
  type FormatReader,
  joined,
  partsByList,
  type PostText,
  type SourceFile,
  textOf,
  timeOf,
} from '../entries.ts'
import { postLinks } from '../known-links.ts'

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
    return partsByList(
      found.flatMap((bookmark) => {
        const ids: readonly unknown[] = Array.isArray(bookmark['lists']) ? bookmark['lists'] : []
        const of = ids
          .map((id) => names.get(isRecord(id) ? id['id'] : id) ?? '')
          .filter((name) => name !== '')
        return (of.length > 0 ? of : ['']).map((name) => [name, bookmarkEntry(bookmark)] as const)
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

/** Linkwarden: `{ "collections": [{ "name", "links": [{ "name", "url", "description", "createdAt" }] }] }`. */
export const linkwarden: FormatReader = {
  format: 'bookmarks',
  files: /linkwarden[^/]*\.json$/iu,
  read: (file) => {
    const collections = listAt(file.json(), 'collections')
    if (collections === null || !collections.some((each) => Array.isArray(each['links']))) return null
    return partsByList(
      collections.flatMap((collection) =>
        (listAt(collection, 'links') ?? []).map(
          (link) => [textOf(collection['name']) ?? '', linkEntry(link)] as const,
        ),
      ),
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
    return [{ kind: 'file', name: null, entries: recipes.map(recipeEntry) }]
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
function listAt(root: ReturnType<SourceFile['json']>, key: string): readonly Fields[] | null {
  const list = isRecord(root) ? root[key] : null
  return Array.isArray(list) ? list.map((each: unknown) => (isRecord(each) ? each : {})) : null
}

function tagsOf(tags: unknown): readonly PostText[] {
  if (!Array.isArray(tags)) return []
  return aboutPost(
    'hashtags',
    joined(
      tags.map((tag: unknown) => textOf(isRecord(tag) ? tag['name'] : tag)),
      ', ',
    ),
  )
}
