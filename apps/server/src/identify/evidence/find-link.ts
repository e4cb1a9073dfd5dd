import type { ErrorCode } from '@antojo/contract/error-codes'
import { findLinks, MAX_URL_LENGTH } from '@antojo/domain/links/find-urls'
import { type Link, parseLink } from '@antojo/domain/links/link'
import { canonicalMapsLink, isShortMapsLink, readMapsLink } from '@antojo/domain/links/maps-link'
import type { GuardedFetch } from '../../adapters/http/guarded-fetch.ts'
import { resolveShortLink } from '../../adapters/http/short-links.ts'

export type PostLink = Extract<Link, { kind: 'video' | 'page' }>
export type PastedLink = Exclude<Link, { kind: 'not_video' }>

export interface NoLink {
  readonly ok: false
  readonly code: ErrorCode
  readonly detail: string
}
export type PostLinkOutcome = { readonly ok: true; readonly link: PostLink } | NoLink

const FOLLOW_TIMEOUT_MS = 15_000

/** The post that a pasted text links to: its first link, unwrapped and, when short, followed to the post. */
export async function findPostLink(fetch: GuardedFetch, text: string): Promise<PostLinkOutcome> {
  const read = readPastedLink(text)
  return read.ok ? followLink(fetch, read.link) : read
}

/** The first link of a text, unwrapped; nothing is fetched. */
export function readPastedLink(text: string): { readonly ok: true; readonly link: PastedLink } | NoLink {
  const trimmed = text.trim()
  const [found] = findLinks(trimmed)
  // A saved link to a place may end with the full stop of a name, which is punctuation only within a text.
  const isPlace =
    found?.from === 0 && /^[.~]*$/u.test(trimmed.slice(found.to)) && readMapsLink(trimmed) !== null
  const url = isPlace ? trimmed : found?.url
  if (url === undefined) {
    const tooLong = /^https?:\/\//iu.test(trimmed) && trimmed.length > MAX_URL_LENGTH
    return tooLong
      ? { ok: false, code: 'link_too_long', detail: `Links have at most ${MAX_URL_LENGTH} characters.` }
      : { ok: false, code: 'no_link', detail: 'The text has no http(s) link.' }
  }
  const link = parseLink(url)
  if (!link) return { ok: false, code: 'no_link', detail: 'The text has no http(s) link.' }
  if (link.kind === 'not_video') {
    return { ok: false, code: 'not_a_video', detail: `This ${link.platform} link is no video or post.` }
  }
  return { ok: true, link: withPlaceForm(link) }
}

/** All links to a place on a map have one canonical form; a short one is followed like that of a post. */
function withPlaceForm(link: PastedLink): PastedLink {
  if (link.kind !== 'page') return link
  if (isShortMapsLink(link.url)) return { kind: 'short', platform: 'Other', url: link.url }
  const place = readMapsLink(link.url)
  return place === null ? link : { ...link, canonicalUrl: canonicalMapsLink(place) }
}

/** The post of a link; a short one is followed. */
export async function followLink(fetch: GuardedFetch, link: PastedLink): Promise<PostLinkOutcome> {
  if (link.kind !== 'short') return { ok: true, link }
  const resolved = await resolveShortLink(fetch, link, AbortSignal.timeout(FOLLOW_TIMEOUT_MS))
  if (!resolved.ok) return resolved
  if (resolved.link.kind === 'not_video') {
    return { ok: false, code: 'not_a_video', detail: 'The short link leads to no video or post.' }
  }
  const found = withPlaceForm(resolved.link)
  return found.kind === 'short'
    ? { ok: false, code: 'redirect_loop', detail: 'The short link leads to a short link.' }
    : { ok: true, link: found }
}
