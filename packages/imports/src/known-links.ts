import { findUrls } from '@antojo/domain/links/find-urls'
import { urlOf } from '@antojo/domain/links/link-address'
import { parseLink } from '@antojo/domain/links/link'
import { isShortMapsLink, readMapsLink } from '@antojo/domain/links/maps-link'

/** True for a text that is one address. */
export function isLink(value: string): boolean {
  return !/\s/u.test(value) && urlOf(value) !== null
}

/** True for a post of a platform, also behind a short or wrapped link. */
export function isPostLink(url: string): boolean {
  const link = parseLink(url)
  return link?.kind === 'video' || link?.kind === 'short'
}

/** True for a place of a map, also behind a short or wrapped link. */
export function isMapsLink(url: string): boolean {
  const link = /\s/u.test(url) ? null : parseLink(url)
  return link?.kind === 'page' && (isShortMapsLink(link.url) || readMapsLink(link.url) !== null)
}

/** The links to posts in a text. */
export function postLinks(text: string): readonly string[] {
  // Most texts have no link, and every link has a slash.
  return text.includes('/') ? findUrls(text).filter(isPostLink) : []
}
