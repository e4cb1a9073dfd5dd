import { type PlatformLink, NOT_VIDEO, pathSegments, SHORT_LINK } from './platform-link.ts'

const CODE = /^[A-Za-z0-9_-]{5,40}$/u
const REEL = 'reel'
const KINDS: ReadonlyMap<string, string> = new Map([
  ['p', 'p'],
  ['tv', 'p'],
  ['reel', REEL],
  ['reels', REEL],
])

/**
 * Instagram: `/reel/CODE`, `/reels/CODE`, `/p/CODE`, `/tv/CODE`, each also behind a user name.
 * `/share/…` holds a token that is not the code, so it counts as short. `/p/` and `/reel/` of one code are one post.
 */
export function instagramLink(url: URL): PlatformLink {
  const parts = pathSegments(url)
  if (parts[0] === 'share') return parts.length > 1 ? SHORT_LINK : NOT_VIDEO
  if (parts[0] === 'accounts' && url.searchParams.has('next')) return next(url.searchParams.get('next') ?? '')
  const at = KINDS.has(parts[0] ?? '') ? 0 : 1
  const kind = KINDS.get(parts[at] ?? '')
  const found = parts[at + 1] ?? ''
  if (kind === undefined || found === 'audio' || !CODE.test(found)) return NOT_VIDEO
  return { kind: 'video', id: found, url: address(kind, found), canonicalUrl: address(REEL, found) }
}

function next(path: string): PlatformLink {
  return path.startsWith('/') ? { kind: 'wrapped', url: `https://www.instagram.com${path}` } : NOT_VIDEO
}

function address(kind: string, found: string): string {
  return `https://www.instagram.com/${kind}/${found}/`
}
