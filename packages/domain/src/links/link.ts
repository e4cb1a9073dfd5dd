import type { PostLink } from '../platforms/definition.ts'
import { PLATFORM_DEFINITIONS } from '../platforms/definitions.ts'
import {
  isWithinDomain,
  KNOWN_PLATFORMS,
  type KnownPlatform,
  type Platform,
  PLATFORM_FACTS,
  platformOfHost,
} from '../platforms/platform.ts'
import { urlOf } from './link-address.ts'
import { withoutTracking } from './tracking.ts'

/**
 * The kind of a pasted link.
 * - `video`: a post of a platform.
 * - `short`: redirects to a post; has to be resolved hop by hop.
 * - `not_video`: a page of a platform that is not a post (profile, sound, search).
 * - `page`: a page on any other host.
 */
export type Link =
  | ({ readonly kind: 'video'; readonly platform: KnownPlatform } & PostLink)
  | { readonly kind: 'short'; readonly platform: Platform; readonly url: string }
  | { readonly kind: 'not_video'; readonly platform: KnownPlatform; readonly url: string }
  | { readonly kind: 'page'; readonly platform: 'Other'; readonly url: string; readonly canonicalUrl: string }

/** Reads a link; null when the text is not an http(s) URL. Forms: yt-dlp and iframely URL patterns. */
export function parseLink(text: string): Link | null {
  const given = urlOf(text)
  if (given === null) return null
  const inside = redirectTarget(given)
  if (inside !== null) return parseLink(inside)
  const url = onOwnHost(given)
  const platform = platformOfHost(url.hostname)
  if (platform === 'Other') {
    const { href } = withoutTracking(url)
    return { kind: 'page', platform, url: href, canonicalUrl: href }
  }
  const clean = withoutTracking(withOneQuery(url))
  const read = PLATFORM_DEFINITIONS[platform].readLink(clean)
  if (read.kind === 'wrapped') return parseLink(read.url)
  if (read.kind === 'video') return { ...read, platform }
  return { kind: read.kind, platform, url: clean.href }
}

const GOOGLE_REDIRECT = /^(?:www\.)?google\.[a-z.]{2,6}\/url$/u
const GOOGLE_CONSENT = /^consent\.google\.[a-z.]{2,6}\//u

/**
 * The link that a page of Google leads to: documents and mails write links as `/url`, and in Europe Google asks for
 * consent before it shows a map.
 */
function redirectTarget({ hostname, pathname, searchParams }: URL): string | null {
  const page = hostname + pathname
  if (GOOGLE_CONSENT.test(page)) return searchParams.get('continue')
  return GOOGLE_REDIRECT.test(page) ? (searchParams.get('q') ?? searchParams.get('url')) : null
}

/** The link on the platform's own host, when its host only embeds the platform's posts. `vm.` and `vt.` mean short links. */
function onOwnHost(url: URL): URL {
  if (platformOfHost(url.hostname) !== 'Other') return url
  for (const platform of KNOWN_PLATFORMS)
    for (const domain of PLATFORM_DEFINITIONS[platform].embedDomains) {
      if (!isWithinDomain(url.hostname, domain)) continue
      const own = new URL(url)
      const [kind] = /^v[mt]\./u.exec(url.hostname) ?? ['www.']
      own.hostname = kind + (PLATFORM_FACTS[platform].domains[0] ?? '')
      return own
    }
  return url
}

/** People and apps append `&si=…` to a link without a query, `?si=…` to one that has a query, and write in capitals. */
function withOneQuery(url: URL): URL {
  const [, path = '', query] = /^(https?:\/\/[^/]*\/[^?&#]*)[?&]([^#]*)/u.exec(url.href) ?? []
  if (query === undefined || query.includes('://')) return url
  const names = query.replaceAll('?', '&').replaceAll(/(?<=^|&)[A-Z]+(?==)/gu, (name) => name.toLowerCase())
  return new URL(`${path}?${names}`)
}

/** The address of the platform's own player for a post; null for every other link. */
export function playerUrl(link: Link | null): string | null {
  return link?.kind === 'video' ? PLATFORM_DEFINITIONS[link.platform].player.url(link) : null
}
