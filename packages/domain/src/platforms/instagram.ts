import { NOT_VIDEO, type PlatformDefinition, type PlatformLink, SHORT_LINK } from './definition.ts'
import { META_GRAPH_URL } from './facebook.ts'

export const instagram: PlatformDefinition = {
  readLink,
  embedDomains: [
    ...['dd', 'kk', 'kkk', 'vx', 'ee', 'uu', 'gg', 'to'].map((prefix) => `${prefix}instagram.com`),
    'instagramez.com',
    'instagram7.com',
    'fxig.seria.moe',
  ],
  player: {
    origin: 'https://www.instagram.com',
    url: ({ id }) => `https://www.instagram.com/p/${id}/embed/captioned/`,
  },
  oembed: { kind: 'graph', endpoint: META_GRAPH_URL, path: () => 'instagram_oembed' },
  pictureDomains: ['cdninstagram.com', 'fbcdn.net'],
  placeholderTitles: null,
}

const REEL = 'reel'
const POST = /^\/(?:[^/]+\/)?(?<kind>p|tv|reels?)\/(?!audio(?:\/|$))(?<code>[\w-]{5,40})(?![\w-])/iu

/**
 * `/reel/CODE`, `/reels/CODE`, `/p/CODE`, `/tv/CODE`, each also after a user name. `/share/…` has a token that is not
 * the code, so it counts as short. `/p/` and `/reel/` of one code are one post.
 * `l.instagram.com` wraps links of messages and profiles.
 */
function readLink({ hostname, pathname, searchParams }: URL): PlatformLink {
  const target = hostname === 'l.instagram.com' ? searchParams.get('u') : null
  if (target !== null) return { kind: 'wrapped', url: target }
  if (/^\/share(?:\/|$)/iu.test(pathname)) return /^\/share\/+[^/]/iu.test(pathname) ? SHORT_LINK : NOT_VIDEO
  if (pathname.startsWith('/accounts/') && searchParams.has('next'))
    return next(searchParams.get('next') ?? '')
  const { kind = '', code } = POST.exec(pathname)?.groups ?? {}
  if (code === undefined) return NOT_VIDEO
  const shown = /^reel/iu.test(kind) ? REEL : 'p'
  return { kind: 'video', id: code, url: address(shown, code), canonicalUrl: address(REEL, code) }
}

function next(path: string): PlatformLink {
  return path.startsWith('/') ? { kind: 'wrapped', url: `https://www.instagram.com${path}` } : NOT_VIDEO
}

function address(kind: string, found: string): string {
  return `https://www.instagram.com/${kind}/${found}/`
}
