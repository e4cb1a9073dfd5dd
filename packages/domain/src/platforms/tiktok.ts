import { type PlatformLink, notVideo, pathSegments, shortLink } from './platform-link.ts'

const id = /^\d{15,20}$/u
const shortHosts = new Set(['vm.tiktok.com', 'vt.tiktok.com'])
const idPrefixes = [
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
  if (shortHosts.has(url.hostname)) return first === '' ? notVideo : shortLink
  if (first === 't' && second !== '') return shortLink
  if (first.startsWith('@') && (second === 'video' || second === 'photo') && id.test(third)) {
    return video(first.slice(1), third)
  }
  for (const prefix of idPrefixes) {
    const last = (parts[prefix.length] ?? '').replace(/\.html$/u, '')
    if (prefix.every((part, index) => parts[index] === part) && id.test(last)) return video('', last)
  }
  return notVideo
}

function video(user: string, videoId: string): PlatformLink {
  const at = (name: string): string => `https://www.tiktok.com/@${name}/video/${videoId}`
  return { kind: 'video', id: videoId, url: at(user === '' ? '_' : user), canonicalUrl: at('_') }
}
