import { NOT_VIDEO, pathSegments, type PlatformDefinition, type PlatformLink } from './definition.ts'

export const youtube: PlatformDefinition = {
  readLink,
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

const ID = /^[0-9A-Za-z_-]{11}$/u
const ID_PATHS = new Set(['shorts', 'embed', 'live', 'v', 'e'])

/** Every form becomes `watch?v=ID` (spec §5); consent, attribution and redirect links contain the real link. */
function readLink(url: URL): PlatformLink {
  const [first = '', second = ''] = pathSegments(url)
  if (url.hostname.endsWith('youtu.be')) return video(first)
  if (first === 'attribution_link') return inside(url.searchParams.get('u'))
  if (first === 'redirect') return inside(url.searchParams.get('q'))
  if (url.hostname.startsWith('consent.')) return inside(url.searchParams.get('continue'))
  if (ID_PATHS.has(first)) return video(second)
  if (first === 'watch' || first === 'watch_popup') return video(url.searchParams.get('v') ?? second)
  return NOT_VIDEO
}

function inside(link: string | null): PlatformLink {
  if (link === null) return NOT_VIDEO
  return { kind: 'wrapped', url: link.startsWith('/') ? `https://www.youtube.com${link}` : link }
}

function video(candidate: string): PlatformLink {
  if (!ID.test(candidate)) return NOT_VIDEO
  const url = `https://www.youtube.com/watch?v=${candidate}`
  return { kind: 'video', id: candidate, url, canonicalUrl: url }
}
