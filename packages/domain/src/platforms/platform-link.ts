/** What the reader of one platform makes of a link; `wrapped` carries another link inside. */
export type PlatformLink =
  | { readonly kind: 'video'; readonly id: string; readonly url: string; readonly canonicalUrl: string }
  | { readonly kind: 'wrapped'; readonly url: string }
  | { readonly kind: 'short' }
  | { readonly kind: 'not_video' }

export const NOT_VIDEO: PlatformLink = { kind: 'not_video' }
export const SHORT_LINK: PlatformLink = { kind: 'short' }

/** The non-empty path segments, decoded where possible. */
export function pathSegments(url: URL): string[] {
  return url.pathname.split('/').filter((part) => part !== '')
}
