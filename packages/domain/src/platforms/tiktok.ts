import {
  NOT_VIDEO,
  pathSegments,
  type PlatformDefinition,
  type PlatformLink,
  SHORT_LINK,
} from './definition.ts'

export const tiktok: PlatformDefinition = {
  readLink,
  player: {
    origin: 'https://www.tiktok.com',
    url: ({ id }) => `https://www.tiktok.com/player/v1/${id}?controls=1&music_info=1&description=1`,
  },
  oembed: {
    kind: 'open',
    endpoint: 'https://www.tiktok.com/oembed',
    refusalCode: 'E_PROXY_OEMBED_HTTP',
  },
  pictureDomains: ['tiktokcdn.com', 'tiktokcdn-us.com', 'tiktokcdn-eu.com', 'ibyteimg.com'],
  placeholderTitles: /^(?:tiktok - make your day|visit tiktok to discover videos!?)$/iu,
}

const ID = /^\d{15,20}$/u
const SHORT_HOSTS = new Set(['vm.tiktok.com', 'vt.tiktok.com'])
const ID_PREFIXES = [
  ['embed'],
  ['embed', 'v2'],
  ['embed', 'v3'],
  ['v'],
  ['player', 'v1'],
  ['share', 'video'],
  ['i18n', 'share', 'video'],
]

/** `/@user/video/ID` and `/photo/`, share, embed, player and mobile forms; vm., vt. and `/t/` are short. */
function readLink(url: URL): PlatformLink {
  const parts = pathSegments(url)
  const [first = '', second = '', third = ''] = parts
  if (SHORT_HOSTS.has(url.hostname)) return first === '' ? NOT_VIDEO : SHORT_LINK
  if (first === 't' && second !== '') return SHORT_LINK
  if (first.startsWith('@') && (second === 'video' || second === 'photo') && ID.test(third)) {
    return video(first.slice(1), third)
  }
  for (const prefix of ID_PREFIXES) {
    const last = (parts[prefix.length] ?? '').replace(/\.html$/u, '')
    if (prefix.every((part, index) => parts[index] === part) && ID.test(last)) return video('', last)
  }
  return NOT_VIDEO
}

function video(user: string, videoId: string): PlatformLink {
  const at = (name: string): string => `https://www.tiktok.com/@${name}/video/${videoId}`
  return { kind: 'video', id: videoId, url: at(user === '' ? '_' : user), canonicalUrl: at('_') }
}
