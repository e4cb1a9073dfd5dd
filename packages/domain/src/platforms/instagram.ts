import { type PlatformLink, notVideo, pathSegments, shortLink } from './platform-link.ts'

const code = /^[A-Za-z0-9_-]{5,40}$/u
const reel = 'reel'
const kinds: ReadonlyMap<string, string> = new Map([
  ['p', 'p'],
  ['tv', 'p'],
  ['reel', reel],
  ['reels', reel],
])

/**
 * Instagram: `/reel/CODE`, `/reels/CODE`, `/p/CODE`, `/tv/CODE`, each also behind a user name.
 * `/share/…` holds a token that is not the code, so it counts as short. `/p/` and `/reel/` of one code are one post.
 */
export function instagramLink(url: URL): PlatformLink {
  const parts = pathSegments(url)
  if (parts[0] === 'share') return parts.length > 1 ? shortLink : notVideo
  if (parts[0] === 'accounts' && url.searchParams.has('next')) return next(url.searchParams.get('next') ?? '')
  const at = kinds.has(parts[0] ?? '') ? 0 : 1
  const kind = kinds.get(parts[at] ?? '')
  const found = parts[at + 1] ?? ''
  if (kind === undefined || found === 'audio' || !code.test(found)) return notVideo
  return { kind: 'video', id: found, url: address(kind, found), canonicalUrl: address(reel, found) }
}

function next(path: string): PlatformLink {
  return path.startsWith('/') ? { kind: 'wrapped', url: `https://www.instagram.com${path}` } : notVideo
}

function address(kind: string, found: string): string {
  return `https://www.instagram.com/${kind}/${found}/`
}
