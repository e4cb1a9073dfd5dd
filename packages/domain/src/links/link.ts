import { facebookLink } from '../platforms/facebook.ts'
import { instagramLink } from '../platforms/instagram.ts'
import { type Platform, platformOfHost } from '../platforms/platform.ts'
import { tiktokLink } from '../platforms/tiktok.ts'
import { withoutTracking } from './tracking.ts'
import type { PlatformLink } from '../platforms/platform-link.ts'
import { youtubeLink } from '../platforms/youtube.ts'

/**
 * What a pasted link is.
 * - `video`: a post of one of the four platforms. `url` is the clean form that people see and that is stored as
 *   `video_url`; `canonicalUrl` is the one identity of the post, equal for every form of its link
 *   (an Instagram `/p/` and `/reel/`, a TikTok link with and without its author).
 * - `short`: leads to a post by redirects; has to be resolved hop by hop.
 * - `not_video`: a page of a platform that is no post (profile, sound, search).
 * - `page`: a page of any other host.
 */
export type Link =
  | {
      readonly kind: 'video'
      readonly platform: Platform
      readonly id: string
      readonly url: string
      readonly canonicalUrl: string
    }
  | { readonly kind: 'short'; readonly platform: Platform; readonly url: string }
  | { readonly kind: 'not_video'; readonly platform: Platform; readonly url: string }
  | { readonly kind: 'page'; readonly platform: 'Other'; readonly url: string; readonly canonicalUrl: string }

const READERS: Readonly<Record<Exclude<Platform, 'Other'>, (url: URL) => PlatformLink>> = {
  Facebook: facebookLink,
  Instagram: instagramLink,
  TikTok: tiktokLink,
  YouTube: youtubeLink,
}

/** Reads a link; null when the text is no http(s) URL. Forms: yt-dlp and iframely URL patterns. */
export function parseLink(text: string): Link | null {
  const trimmed = text.trim()
  if (!URL.canParse(trimmed)) return null
  const url = new URL(trimmed)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  const platform = platformOfHost(url.hostname)
  const clean = withoutTracking(url)
  if (platform === 'Other') return { kind: 'page', platform, url: clean.href, canonicalUrl: clean.href }
  const read = READERS[platform](clean)
  if (read.kind === 'wrapped') return parseLink(read.url)
  if (read.kind === 'video') return { ...read, platform }
  return { kind: read.kind, platform, url: clean.href }
}
