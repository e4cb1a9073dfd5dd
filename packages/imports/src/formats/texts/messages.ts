import { findUrls, piecesByLink, readPasted } from '@antojo/domain/links/find-urls'
import { type MapsPlace, readMapsLink } from '@antojo/domain/links/maps-link'
import { aboutPost, type Entry, joined, positionOf } from '../../entries.ts'
import { isPostLink } from '../../known-links.ts'

/** A line of a message: its links, and the words around them. */
export interface Line {
  readonly words: string
  /** The title of a link says what it is. */
  readonly links: readonly { readonly url: string | null; readonly title: string | null }[]
  readonly places?: readonly MapsPlace[]
}

/** The text that a person wrote at once: a message of a chat, a paragraph or an item of a list in notes. */
export interface Message {
  readonly lines: readonly Line[]
  readonly savedAt: Date | null
}

/** A longer line is no message of a person. */
const MAX_LINE = 5_000
const MAX_NAME = 120

/** "Mole de Lucha: LINK" names its post; other words around a link are a message. */
export function lineOf(text: string): Line {
  const places = text.includes('geo:')
    ? [...text.matchAll(GEO)].map(({ groups }) => placeOf(groups ?? {}))
    : []
  const line = places.length === 0 ? text : text.replaceAll(GEO, ' ')
  const isLong = line.length > MAX_LINE
  // Every link has a slash.
  if (places.length === 0 && !line.includes('/'))
    return { words: isLong ? '' : withoutMarks(line.trim()), links: [] }
  const { links: urls, words } = isLong ? { links: findUrls(line), words: '' } : readPasted(line)
  const [url = ''] = urls
  const linked = urls.length === 1 ? MARKDOWN_LINK.exec(words)?.groups?.['name'] : undefined
  const title = linked ?? (urls.length === 1 && isNamed(line, url) ? withoutMarks(words) : null)
  return {
    words: title === null ? withoutMarks(words) : '',
    links: everyLink(line, urls).map((each) => ({ url: each, title })),
    places,
  }
}

/** Each link as often as it occurs, and null for each that is none. */
function everyLink(line: string, urls: readonly string[]): readonly (string | null)[] {
  const stated = line.match(EVERY_HTTP)?.length ?? 0
  const found = stated > urls.length ? piecesByLink(line).flatMap(findUrls) : urls
  return [...found, ...Array.from({ length: Math.max(0, stated - found.length) }, () => null)]
}

const EVERY_HTTP = /https?:\/\//giu
/** A position, in notes of Obsidian with its name: `[Mole de Lucha](geo:19.4,-99.1)`, or `geo:0,0?q=19.4,-99.1(Lucha)`. */
const GEO =
  /(?:\[(?<name>[^[\]]*)\]\(\s*)?geo:(?<at>(?<lat>-?\d{1,2}(?:\.\d+)?),(?<lng>-?\d{1,3}(?:\.\d+)?))(?![\d.])(?:[,;][^\s()?]*)?(?:\?(?<query>(?:[^\s()]|\([^()]*\))*))?(?:\s*\))?/giu

/** Its query is that of a link to a map. */
function placeOf({ name, at, lat, lng, query = '' }: Readonly<Partial<Record<string, string>>>): MapsPlace {
  const centre = positionOf(lat, lng) === null ? '' : `&ll=${at}`
  const read = readMapsLink(`https://maps.google.com/maps?${query}${centre}`)
  return { address: null, position: null, cid: null, ...read, name: name || (read?.name ?? null) }
}

/** "[Mole de Lucha](LINK)", without its link. */
const MARKDOWN_LINK = /\[(?<name>[^[\]]+)\]\(\s*\)/u
/** Also the box of a task, `- [x]`, and the line of a table. */
const LIST_SIGN = /^[\s*•·#|-]+(?:\[[ x]\]\s*)?/iu
const NAME_END = /(?<!\s)\s*[:：–—|-]\s*$/u

/** Without the sign of a list before the words, and the colon before their link. */
function withoutMarks(words: string): string {
  return words.replace(LIST_SIGN, '').replace(NAME_END, '')
}

function isNamed(line: string, url: string): boolean {
  const end = line.trimEnd()
  const before = end.slice(0, -url.length).replace(LIST_SIGN, '')
  return end.endsWith(url) && before.length <= MAX_NAME && NAME_END.test(before)
}

/** The links and positions of a message. All its words are about its only link; of several links, those of its line. */
export function entriesOf({ lines, savedAt }: Message): readonly Entry[] {
  const isOnly = lines.reduce((sum, { links }) => sum + links.length, 0) === 1
  const all = joined(lines.map(({ words }) => words))
  return lines.flatMap(({ words, links, places = [] }, index) => {
    const above = lines[index - 1]
    const near = words || (above?.links.length === 0 && above.words) || all
    const found = places.map((each): Entry => {
      const place = { ...each, name: each.name ?? (words || null) }
      const posts = links.flatMap(({ url }) => (url !== null && isPostLink(url) ? [url] : []))
      return { url: null, title: place.name, savedAt, place, note: each.name === null ? null : words, posts }
    })
    if (found.length > 0) return found
    return links.map(({ url, title }): Entry => {
      const texts = aboutPost('message', isOnly ? all : title === null ? near : null)
      return { url, title, savedAt, texts }
    })
  })
}
