import { isRecord } from '@antojo/domain/unknown-values'
import {
  aboutPost,
  baseName,
  type Entry,
  type FormatReader,
  joined,
  type Part,
  type PostText,
  type SourceFile,
  timeOf,
} from '../entries.ts'
import { repairMojibake } from '../decode-text.ts'
import { isLink, isPostLink } from '../known-links.ts'
import { type Box, boxOf, htmlBoxes, newBox } from './meta-html.ts'

/**
 * Instagram's "Download your information": `saved_posts` and `saved_collections`, as JSON or HTML. Labels are in the
 * person's language, and keys and order have changed over the years, so only the structure is relied on.
 */
export const instagram: FormatReader = {
  format: 'instagram',
  files: /(?:^|\/)saved_(?:posts|collections)[^/]*\.(?:json|html)$/iu,
  read: (file) => {
    const boxes = jsonBoxes(file) ?? htmlBoxes(file.text, boxOf)
    const isNamed = instagram.files.test(file.name)
    return boxes !== null && (isNamed ? boxes.length > 0 : boxes.some(hasPost)) ? partsOf(file, boxes) : null
  },
}

/** A name of an account. */
const HANDLE = /^[\w.]{1,30}$/u

function partsOf({ name }: SourceFile, boxes: readonly Box[]): readonly Part[] {
  const file = baseName(name)
  const hasHeadings = boxes.some((box) => !hasPost(box) && box.heading !== null && box.facts.length > 0)
  const isOfCollections =
    /saved_collections/iu.test(file) ||
    (!/saved_posts/iu.test(file) && (hasHeadings || boxes.some(isCollection)))
  if (!isOfCollections) {
    const entries = boxes.flatMap((box) => (isCollection(box) ? box.groups.flatMap(mediaOf) : entriesOf(box)))
    return [{ kind: /liked/iu.test(file) ? 'likes' : 'saved', name: null, entries }]
  }
  const parts: { kind: 'collection'; name: string; entries: Entry[] }[] = []
  for (const box of boxes) {
    const isStart = isCollection(box) || (!hasPost(box) && (!hasHeadings || box.heading !== null))
    const collection = isStart || parts.length === 0 ? newCollection(isStart ? box : null) : null
    if (collection !== null) parts.push(collection)
    // A collection of the newer form contains its posts; an older one is followed by them.
    parts.at(-1)?.entries.push(...(isStart ? box.groups.flatMap(mediaOf) : entriesOf(box)))
  }
  return parts
}

function newCollection(box: Box | null): { kind: 'collection'; name: string; entries: Entry[] } {
  const name = box?.facts.map(({ text }) => text).find((text) => text !== '' && !isAddress(text))
  return { kind: 'collection', name: repairMojibake(name ?? box?.heading ?? '—'), entries: [] }
}

/** The posts of a group that has any; other groups of a collection are about itself. */
function mediaOf(group: Box): readonly Entry[] {
  if (!hasPost(group)) return []
  return ownUrls(group).length > 0 ? entriesOf(group) : group.groups.flatMap(entriesOf)
}

function ownUrls({ facts }: Box): readonly string[] {
  return [...new Set(facts.filter(isPost).map(({ text, href }) => href ?? text))]
}

function hasPost(box: Box): boolean {
  return ownUrls(box).length > 0 || box.groups.some(hasPost)
}

function isCollection(box: Box): boolean {
  return ownUrls(box).length === 0 && hasPost(box)
}

function entriesOf(box: Box): readonly Entry[] {
  const texts = textsOf(box)
  const urls = ownUrls(box)
  const title = urls.length === 0 ? (texts[0]?.text ?? null) : null
  return (urls.length === 0 ? [null] : urls).map((url) => ({ url, title, savedAt: box.savedAt, texts }))
}

function isPost({ text, href }: Box['facts'][number]): boolean {
  return isPostLink(href ?? text)
}

/** A post that shows its address has its caption in another row; otherwise the link bears the name of its author. */
function textsOf({ heading, facts, groups }: Box): readonly PostText[] {
  const link = facts.find(isPost)
  const isNewForm = link === undefined || isAddress(link.text)
  const words = facts.filter((fact) => !isPost(fact) && !isAddress(fact.text)).map(({ text }) => text)
  const caption = isNewForm ? words.toSorted((a, b) => b.length - a.length)[0] : null
  const author = heading ?? (isNewForm ? null : link.text)
  return [
    ...aboutPost('caption', caption),
    ...aboutPost('author', author),
    ...groups.flatMap((group) => textsOfGroup(group)),
  ].map(({ kind, text }) => ({ kind, text: repairMojibake(text) }))
}

/** Hashtags have one fact each, the author has several. */
function textsOfGroup({ facts, groups }: Box): readonly PostText[] {
  const children = groups.map((group) => group.facts)
  if (children.length > 0 && children.every(({ length }) => length <= 1))
    return aboutPost('hashtags', wordsOf(children.flat()))
  const all = [...facts, ...children.flat()]
  const isAuthor = all.some(({ text }) => isLink(text) || HANDLE.test(text))
  return aboutPost(isAuthor ? 'author' : 'description', wordsOf(all))
}

function wordsOf(facts: Box['facts']): string | null {
  const words = facts.map(({ text }) => (isAddress(text) ? null : text))
  return joined(words, ', ')
}

/** The entries of the file's list; null for other JSON. */
function jsonBoxes(file: SourceFile): readonly Box[] | null {
  const root = file.json()
  const list: unknown = Array.isArray(root)
    ? root
    : isRecord(root)
      ? Object.values(root).find(Array.isArray)
      : null
  if (!Array.isArray(list) || !list.some(isOfInstagram)) return null
  return list.map((value: unknown) => fill(newBox(), value, 0))
}

function isOfInstagram(value: unknown): boolean {
  return isRecord(value) && FORMS.some((form) => form in value)
}

const FORMS = ['label_values', 'string_map_data', 'string_list_data']
const MAX_DEPTH = 12

/** Gathers the facts of a record. A `dict` is a group of its own, such as the hashtags or the posts of a collection. */
function fill(box: Box, value: unknown, depth: number): Box {
  if (depth > MAX_DEPTH) return box
  if (Array.isArray(value)) for (const each of value) fill(box, each, depth + 1)
  if (!isRecord(value)) return box
  const { title, href, value: text, timestamp, dict } = value
  const at = Array.isArray(dict) ? newBox() : box
  if (at !== box) box.groups.push(at)
  if (typeof title === 'string' && title !== '') at.heading ??= title
  if (typeof text === 'string' || typeof href === 'string')
    box.facts.push({
      text: typeof text === 'string' ? text : '',
      href: typeof href === 'string' ? href : null,
    })
  at.savedAt ??= timeOf(timestamp)
  for (const inner of Object.values(value)) fill(at, inner, depth + 1)
  return box
}

function isAddress(text: string): boolean {
  return text === '' || isLink(text)
}
