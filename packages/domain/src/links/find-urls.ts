import { unescaped } from './link-address.ts'
import { linkEnd, MAX_URL_LENGTH } from './link-end.ts'
import { LINK_START } from './link-start.ts'

export { MAX_URL_LENGTH } from './link-end.ts'

/** A domain, an address or this machine; a single word is no host. */
const HOST = /^https?:\/\/(?:[^/?#]*\.|localhost(?:[:/?#]|$)|\[)/iu

/** A pasted or shared text, split into its links and the person's words around them. */
export interface PastedText {
  readonly links: readonly string[]
  /** The text without the links; empty when no word is left. */
  readonly words: string
}

/** Separates the links of a pasted text from the words around them: 'Mira este lugar https://… está buenísimo'. */
export function readPasted(text: string): PastedText {
  const spans = findLinks(text)
  let words = ''
  let end = 0
  for (const { from, to } of spans) {
    words += `${text.slice(end, from)} `
    end = to
  }
  words = (words + text.slice(end)).replaceAll(/[^\S\n]+/gu, ' ').trim()
  return { links: distinct(spans), words: /[\p{L}\p{N}]/u.test(words) ? words : '' }
}

/**
 * All http(s) links of a text in order, unescaped, without duplicates and the punctuation around them. Links of known
 * platforms and maps are found without a scheme too.
 */
export function findUrls(text: string): string[] {
  return distinct(findLinks(text))
}

/** The text in pieces, each of which has one link. The words after a link go with it, those before the first one too. */
export function piecesByLink(text: string): string[] {
  const starts = findLinks(text).map(({ from }) => from)
  return starts.map((start, index) => text.slice(index === 0 ? 0 : start, starts[index + 1]))
}

export interface FoundLink {
  readonly from: number
  readonly to: number
  readonly url: string
}

/** Every link of a text with its place in it. */
export function findLinks(text: string): readonly FoundLink[] {
  const found: FoundLink[] = []
  let free = 0
  for (const { index: from, 1: scheme } of text.matchAll(LINK_START)) {
    if (from < free) continue
    const { end: to, next } = linkEnd(text, { from, body: from + (scheme?.length ?? 0), free })
    free = next
    const url = (scheme === undefined ? 'https://' : '') + unescaped(text.slice(from, to))
    if (url.length <= MAX_URL_LENGTH && HOST.test(url) && URL.canParse(url)) found.push({ from, to, url })
  }
  return found
}

function distinct(found: readonly FoundLink[]): string[] {
  return [...new Set(found.map(({ url }) => url))]
}
