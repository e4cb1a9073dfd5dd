import { type PlatformLink, NOT_VIDEO, pathSegments, SHORT_LINK } from './platform-link.ts'

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

/** TikTok: `/@user/video/ID` and `/photo/`, share, embed, player and mobile forms; vm., vt. and `/t/` are short. */
export function tiktokLink(url: URL): PlatformLink {
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
