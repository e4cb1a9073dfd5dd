import { PLATFORM_FACTS } from '../platforms/platform.ts'

/** Longer than any link of a platform. */
export const MAX_URL_LENGTH = 2048

const RUN = String.raw`[^\s<>"'\x60´“”«»{}|\\^]+`
/** An apostrophe between two letters belongs to the link: `/maps/place/Nilo's+Tacos`. */
const REST = String.raw`${RUN}(?:(?<=[\p{L}\d])'(?=[\p{L}\d+%])${RUN})*`
/** Begins with a scheme, or with the host of a known platform. */
const LINK = new RegExp(
  String.raw`(?:(https?://)|(?<![\w@./\-])(?=(?:[a-z0-9\-]+\.)*(?:${knownDomains()})/))${REST}`,
  'giu',
)
const TRAILING_PUNCTUATION = `.,;:!?¡¿…*~'’)]}>`
/** A domain, an address or this machine; a single word is no host. */
const HOST = /\.|^localhost$|^\[/u
/** Markdown ends an emphasised link with `_`; otherwise it is the last sign of an id. */
const EMPHASIS = '_'

/** A pasted or shared text, split into its links and the person's words around them. */
export interface PastedText {
  readonly links: readonly string[]
  /** The text without the links; empty when no word is left. */
  readonly words: string
}

/** Separates the links of a pasted text from the words around them: 'Mira este lugar https://… está buenísimo'. */
export function readPasted(text: string): PastedText {
  const found = findMatches(text)
  let words = ''
  let end = 0
  for (const { at, raw } of found) {
    words += `${text.slice(end, at)} `
    end = at + raw.length
  }
  words = (words + text.slice(end)).replaceAll(/[^\S\n]+/gu, ' ').trim()
  return { links: linksOf(found), words: /[\p{L}\p{N}]/u.test(words) ? words : '' }
}

/**
 * All http(s) links of a pasted text in order, without duplicates and trailing punctuation (a closing bracket stays
 * when the link itself opened it). Links of known platforms are found without a scheme too.
 */
export function findUrls(text: string): string[] {
  return linksOf(findMatches(text))
}

/** The text in pieces, each of which has one link. The words after a link go with it, those before the first one too. */
export function piecesByLink(text: string): string[] {
  const starts = findMatches(text)
    .filter((match) => linksOf([match]).length > 0)
    .map(({ at }) => at)
  return starts.map((start, index) => text.slice(index === 0 ? 0 : start, starts[index + 1]))
}

interface Match {
  readonly at: number
  /** The link as the text has it. */
  readonly raw: string
  readonly url: string
}

function findMatches(text: string): readonly Match[] {
  return [...text.matchAll(LINK)].map(({ index: at, 0: found, 1: scheme }) => {
    // A longer one is no link, and may be a whole text: it is not read further.
    const raw = found.length > MAX_URL_LENGTH ? found : trimPunctuation(found, text[at - 1])
    return { at, raw, url: scheme === undefined ? `https://${raw}` : raw }
  })
}

function linksOf(found: readonly Match[]): string[] {
  const urls = found
    .map(({ url }) => url)
    .filter((url) => url.length <= MAX_URL_LENGTH && URL.canParse(url) && HOST.test(new URL(url).hostname))
  return [...new Set(urls)]
}

function trimPunctuation(found: string, before = ''): string {
  const url = before === '_' ? without(EMPHASIS, found) : found
  const kept = without(TRAILING_PUNCTUATION, url)
  return url[kept.length] === ')' && kept.split('(').length > kept.split(')').length ? `${kept})` : kept
}

/** The text without the signs at its end. */
function without(signs: string, text: string): string {
  let end = text.length
  while (end > 0 && signs.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

function knownDomains(): string {
  return Object.values(PLATFORM_FACTS)
    .flatMap(({ domains }) => domains)
    .map((domain) => domain.replaceAll('.', '[.]'))
    .join('|')
}
