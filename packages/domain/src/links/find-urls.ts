import { PLATFORM_FACTS } from '../platforms/platform.ts'

/** Longer than any link of a platform. */
export const MAX_URL_LENGTH = 2048

const RUN = String.raw`[^\s<>"'\x60´“”«»{}|\\^]+`
/** An apostrophe between two letters belongs to the link: `/maps/place/Nilo's+Tacos`. */
const REST = String.raw`${RUN}(?:(?<=[\p{L}\d])'(?=[\p{L}\d+%])${RUN})*`
const WITH_SCHEME = new RegExp(`https?://${REST}`, 'giu')
const knownHostWithoutScheme = new RegExp(
  String.raw`(?<![\w@./\-])(?:[a-z0-9\-]+\.)*(?:${knownDomains()})/${REST}`,
  'giu',
)
const TRAILING_PUNCTUATION = /[.,;:!?¡¿…*~'’)\]}>]+$/u
/** Markdown ends an emphasised link with `_`; otherwise it is the last sign of an id. */
const EMPHASIS = /_+$/u

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

interface Match {
  readonly at: number
  /** The link as the text has it. */
  readonly raw: string
  readonly url: string
}

function findMatches(text: string): readonly Match[] {
  const found: Match[] = []
  for (const { index: at, 0: raw } of text.matchAll(WITH_SCHEME)) {
    const link = trimPunctuation(raw, text[at - 1])
    found.push({ at, raw: link, url: link })
  }
  for (const { index, 0: raw } of text.matchAll(knownHostWithoutScheme)) {
    const inside = found.some(({ at, url }) => index >= at && index < at + url.length)
    const link = trimPunctuation(raw, text[index - 1])
    if (!inside) found.push({ at: index, raw: link, url: `https://${link}` })
  }
  return found.toSorted((a, b) => a.at - b.at)
}

function linksOf(found: readonly Match[]): string[] {
  const urls = found
    .map(({ url }) => url)
    .filter((url) => url.length <= MAX_URL_LENGTH && URL.canParse(url) && hasHost(new URL(url)))
  return [...new Set(urls)]
}

function trimPunctuation(found: string, before = ''): string {
  const url = before === '_' ? found.replace(EMPHASIS, '') : found
  const end = TRAILING_PUNCTUATION.exec(url)
  if (!end) return url
  const kept = url.slice(0, end.index)
  return end[0].startsWith(')') && kept.split('(').length > kept.split(')').length ? `${kept})` : kept
}

function hasHost(url: URL): boolean {
  return url.hostname.includes('.') || url.hostname === 'localhost' || url.hostname.startsWith('[')
}

function knownDomains(): string {
  return Object.values(PLATFORM_FACTS)
    .flatMap(({ domains }) => domains)
    .map((domain) => domain.replaceAll('.', String.raw`\.`))
    .join('|')
}
