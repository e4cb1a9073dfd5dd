import type { PostLink } from '../platforms/definition.ts'
import { PLATFORM_DEFINITIONS } from '../platforms/definitions.ts'
import { type KnownPlatform, type Platform, platformOfHost } from '../platforms/platform.ts'
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
  const trimmed = text.trim()
  if (!URL.canParse(trimmed)) return null
  const url = new URL(trimmed)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  const inside = redirectTarget(url)
  if (inside !== null) return parseLink(inside)
  const platform = platformOfHost(url.hostname)
  const clean = withoutTracking(url)
  if (platform === 'Other') return { kind: 'page', platform, url: clean.href, canonicalUrl: clean.href }
  const read = PLATFORM_DEFINITIONS[platform].readLink(clean)
  if (read.kind === 'wrapped') return parseLink(read.url)
  if (read.kind === 'video') return { ...read, platform }
  return { kind: read.kind, platform, url: clean.href }
}

const GOOGLE_REDIRECT = /^(?:www\.)?google\.[a-z.]{2,6}\/url$/u

/** The link that Google's page `/url` leads to: documents and mails of Google write links this way. */
function redirectTarget({ hostname, pathname, searchParams }: URL): string | null {
  return GOOGLE_REDIRECT.test(hostname + pathname) ? (searchParams.get('q') ?? searchParams.get('url')) : null
}

/** The address of the platform's own player for a post; null for every other link. */
export function playerUrl(link: Link | null): string | null {
  return link?.kind === 'video' ? PLATFORM_DEFINITIONS[link.platform].player.url(link) : null
}
