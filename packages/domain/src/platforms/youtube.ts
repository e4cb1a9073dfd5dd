import { NOT_VIDEO, type PlatformDefinition, type PlatformLink } from './definition.ts'

export const youtube: PlatformDefinition = {
  readLink,
  embedDomains: ['yout-ube.com', 'nsfwyoutube.com', 'koutube.com', 'yewtu.be', 'piped.video'],
  player: {
    origin: 'https://www.youtube-nocookie.com',
    url: ({ id }) => `https://www.youtube-nocookie.com/embed/${id}`,
  },
  oembed: {
    kind: 'open',
    endpoint: 'https://www.youtube.com/oembed',
    parameters: { format: 'json' },
    refusalCode: 'E_YT_OEMBED_JSON',
    isTextRefusal: true,
  },
  pictureDomains: ['ytimg.com', 'ggpht.com'],
  placeholderTitles: /^(?:- youtube|video unavailable|before you continue.*)$/iu,
}

/** Marks of a message, `_LINK_`, may follow it. */
const ID = /^[\w-]{11}(?=_*(?![\w-]))/u
const ID_PATH = /^\/(?:shorts|embed|live|v|e|watch)\/(?<id>[^/]+)/iu

/** Every form becomes `watch?v=ID` (spec §5); consent, attribution and redirect links contain the real link. */
function readLink({ hostname, pathname, searchParams }: URL): PlatformLink {
  if (pathname === '/attribution_link') return inside(searchParams.get('u'))
  if (pathname === '/redirect') return inside(searchParams.get('q'))
  if (hostname.startsWith('consent.')) return inside(searchParams.get('continue'))
  const watched = /^\/(?:watch(?:_popup)?\/?)?$/iu.test(pathname) ? searchParams.get('v') : null
  const short = hostname.endsWith('youtu.be') ? pathname.slice(1) : ''
  return video(watched ?? ID_PATH.exec(pathname)?.groups?.['id'] ?? short)
}

function inside(link: string | null): PlatformLink {
  if (link === null) return NOT_VIDEO
  return { kind: 'wrapped', url: link.startsWith('/') ? `https://www.youtube.com${link}` : link }
}

function video(candidate: string): PlatformLink {
  const [id] = ID.exec(candidate) ?? []
  if (id === undefined) return NOT_VIDEO
  const url = `https://www.youtube.com/watch?v=${id}`
  return { kind: 'video', id, url, canonicalUrl: url }
}
