import { PLATFORM_FACTS } from '../platforms/platform.ts'

/** Links of platforms are much shorter. */
export const MAX_URL_LENGTH = 2048

const STARTS_WITH_SCHEME = /https?:\/\/[^\s<>"'`´“”«»{}|\\^]+/giu
const knownHostWithoutScheme = new RegExp(
  `(?<![\\w@./-])(?:[a-z0-9-]+\\.)*(?:${knownDomains()})/[^\\s<>"'\`´“”«»{}|\\\\^]+`,
  'giu',
)
const TRAILING_PUNCTUATION = /[.,;:!?¡¿…*_~'’)\]}>]+$/u

/** Spec §5: the trimmed text is a link when it starts with http:// or https:// in any case. */
export function startsWithLink(text: string): boolean {
  return /^https?:\/\//iu.test(text.trim())
}

/**
 * All http(s) links of a pasted text in their order, without duplicates and trailing punctuation (a closing bracket
 * stays when the link itself opened it). Links of known platforms are found without a scheme too.
 */
export function findUrls(text: string): string[] {
  const found: { at: number; url: string }[] = []
  for (const match of text.matchAll(STARTS_WITH_SCHEME)) found.push({ at: match.index, url: match[0] })
  for (const match of text.matchAll(knownHostWithoutScheme)) {
    const inside = found.some(({ at, url }) => match.index >= at && match.index < at + url.length)
    if (!inside) found.push({ at: match.index, url: `https://${match[0]}` })
  }
  found.sort((a, b) => a.at - b.at)
  const urls = found
    .map(({ url }) => trimPunctuation(url))
    .filter((url) => url.length <= MAX_URL_LENGTH && URL.canParse(url) && hasHost(new URL(url)))
  return [...new Set(urls)]
}

/** The first http(s) link of a pasted text (share texts carry caption and link together), or null. */
export function firstUrl(text: string): string | null {
  return findUrls(text)[0] ?? null
}

function trimPunctuation(url: string): string {
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
