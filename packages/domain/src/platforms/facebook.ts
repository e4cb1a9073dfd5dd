import { type PlatformLink, notVideo, pathSegments, shortLink } from './platform-link.ts'

const videoId = /^\d{5,25}$/u
const postId = /^(?:\d{5,25}|pfbid[A-Za-z0-9]+)$/u
const pageName = /^[\w.%-]+$/u
const wrappers: ReadonlyMap<string, string> = new Map([
  ['l.php', 'u'],
  ['plugins/video.php', 'href'],
  ['plugins/post.php', 'href'],
  ['login.php', 'next'],
  ['login', 'next'],
  ['flx/warn', 'u'],
])

/**
 * Facebook: reels become `/reel/ID`, every other video form `/watch/?v=ID` (one identity, as both show the same
 * video), posts keep page and id. fb.watch, fb.me and `/share/…` have to be resolved. m., web. and language hosts fold.
 */
export function facebookLink(url: URL): PlatformLink {
  const parts = pathSegments(url)
  if (/(?:^|\.)fb\.(?:watch|me)$/u.test(url.hostname)) return parts.length > 0 ? shortLink : notVideo
  const [first = '', second = ''] = parts
  if (first === 'share' && second !== '') return shortLink
  const wrapper = wrappers.get(parts.join('/'))
  const inside = wrapper === undefined ? null : url.searchParams.get(wrapper)
  if (inside !== null) return { kind: 'wrapped', url: inside }
  if (first === 'reel' && videoId.test(second))
    return video(second, `https://www.facebook.com/reel/${second}`)
  return byQuery(url, first) ?? byPath(parts) ?? notVideo
}

function byQuery(url: URL, first: string): PlatformLink | null {
  const watched = url.searchParams.get('v') ?? url.searchParams.get('id') ?? ''
  if ((first === 'watch' || first === 'video.php') && videoId.test(watched)) return video(watched)
  const story = url.searchParams.get('story_fbid') ?? ''
  const owner = url.searchParams.get('id') ?? ''
  if ((first === 'story.php' || first === 'permalink.php') && postId.test(story) && /^\d+$/u.test(owner)) {
    return post(story, `https://www.facebook.com/permalink.php?story_fbid=${story}&id=${owner}`)
  }
  return null
}

function byPath(parts: readonly string[]): PlatformLink | null {
  const [page = '', kind = ''] = parts
  const last = parts.at(-1) ?? ''
  if (kind === 'videos' && videoId.test(last)) return video(last)
  if (kind === 'posts' && pageName.test(page) && postId.test(last))
    return post(last, `https://www.facebook.com/${page}/posts/${last}`)
  return null
}

function video(id: string, url = watchUrl(id)): PlatformLink {
  return { kind: 'video', id, url, canonicalUrl: watchUrl(id) }
}

function post(id: string, url: string): PlatformLink {
  return { kind: 'video', id, url, canonicalUrl: url }
}

function watchUrl(id: string): string {
  return `https://www.facebook.com/watch/?v=${id}`
}
