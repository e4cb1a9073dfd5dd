import {
  NOT_VIDEO,
  pathSegments,
  type PlatformDefinition,
  type PlatformLink,
  SHORT_LINK,
} from './definition.ts'
import { META_GRAPH_URL } from './facebook.ts'

export const instagram: PlatformDefinition = {
  readLink,
  player: {
    origin: 'https://www.instagram.com',
    url: ({ id }) => `https://www.instagram.com/p/${id}/embed/captioned/`,
  },
  oembed: { kind: 'graph', endpoint: META_GRAPH_URL, path: () => 'instagram_oembed' },
  pictureDomains: ['cdninstagram.com', 'fbcdn.net'],
  placeholderTitles: null,
}

const CODE = /^[A-Za-z0-9_-]{5,40}$/u
const REEL = 'reel'
const KINDS: ReadonlyMap<string, string> = new Map([
  ['p', 'p'],
  ['tv', 'p'],
  ['reel', REEL],
  ['reels', REEL],
])

/**
 * `/reel/CODE`, `/reels/CODE`, `/p/CODE`, `/tv/CODE`, each also after a user name. `/share/…` has a token that is not
 * the code, so it counts as short. `/p/` and `/reel/` of one code are one post.
 * `l.instagram.com` wraps links of messages and profiles.
 */
function readLink(url: URL): PlatformLink {
  const parts = pathSegments(url)
  const target = url.hostname === 'l.instagram.com' ? url.searchParams.get('u') : null
  if (target !== null) return { kind: 'wrapped', url: target }
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
