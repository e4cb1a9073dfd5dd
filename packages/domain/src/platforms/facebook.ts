import {
  NOT_VIDEO,
  pathSegments,
  type PlatformDefinition,
  type PlatformLink,
  SHORT_LINK,
} from './definition.ts'

/** Address of Meta's oEmbed for Facebook and Instagram. */
export const META_GRAPH_URL = 'https://graph.facebook.com/v24.0'

export const facebook: PlatformDefinition = {
  readLink,
  player: {
    origin: 'https://www.facebook.com',
    url: ({ url }) => `https://www.facebook.com/plugins/video.php?href=${encodeURIComponent(url)}`,
  },
  oembed: {
    kind: 'graph',
    endpoint: META_GRAPH_URL,
    path: (url) => (/\/(?:posts\/|permalink\.php)/u.test(url) ? 'oembed_post' : 'oembed_video'),
  },
  pictureDomains: ['fbcdn.net', 'fbsbx.com'],
  placeholderTitles: /^this content isn't available.*$/iu,
}

const VIDEO_ID = /^\d{5,25}$/u
const POST_ID = /^(?:\d{5,25}|pfbid[A-Za-z0-9]+)$/u
const PAGE_NAME = /^[\w.%-]+$/u
const WRAPPERS: ReadonlyMap<string, string> = new Map([
  ['l.php', 'u'],
  ['plugins/video.php', 'href'],
  ['plugins/post.php', 'href'],
  ['login.php', 'next'],
  ['login', 'next'],
  ['flx/warn', 'u'],
])

/**
 * Reels become `/reel/ID`, every other video form `/watch/?v=ID` (one identity, because both show the same video);
 * posts keep page and id. fb.watch, fb.me and `/share/…` have to be followed. The hosts m., web. and those of languages
 * count as the main one.
 */
function readLink(url: URL): PlatformLink {
  const parts = pathSegments(url)
  if (/(?:^|\.)fb\.(?:watch|me)$/u.test(url.hostname)) return parts.length > 0 ? SHORT_LINK : NOT_VIDEO
  const [first = '', second = ''] = parts
  if (first === 'share' && second !== '') return SHORT_LINK
  const wrapper = WRAPPERS.get(parts.join('/'))
  const inside = wrapper === undefined ? null : url.searchParams.get(wrapper)
  if (inside !== null) return { kind: 'wrapped', url: inside }
  if (first === 'reel' && VIDEO_ID.test(second))
    return video(second, `https://www.facebook.com/reel/${second}`)
  return byQuery(url, first) ?? byPath(parts) ?? NOT_VIDEO
}

function byQuery(url: URL, first: string): PlatformLink | null {
  const watched = url.searchParams.get('v') ?? url.searchParams.get('id') ?? ''
  if ((first === 'watch' || first === 'video.php') && VIDEO_ID.test(watched)) return video(watched)
  const story = url.searchParams.get('story_fbid') ?? ''
  const owner = url.searchParams.get('id') ?? ''
  if ((first === 'story.php' || first === 'permalink.php') && POST_ID.test(story) && /^\d+$/u.test(owner)) {
    return post(story, `https://www.facebook.com/permalink.php?story_fbid=${story}&id=${owner}`)
  }
  return null
}

function byPath(parts: readonly string[]): PlatformLink | null {
  const [page = '', kind = ''] = parts
  const last = parts.at(-1) ?? ''
  if (kind === 'videos' && VIDEO_ID.test(last)) return video(last)
  if (kind === 'posts' && PAGE_NAME.test(page) && POST_ID.test(last))
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
