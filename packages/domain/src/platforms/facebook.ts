import { NOT_VIDEO, type PlatformDefinition, type PlatformLink, SHORT_LINK } from './definition.ts'

/** Address of Meta's oEmbed for Facebook and Instagram. */
export const META_GRAPH_URL = 'https://graph.facebook.com/v24.0'

export const facebook: PlatformDefinition = {
  readLink,
  embedDomains: [
    'facebed.com',
    'facebookez.com',
    'fixacebook.com',
    'fxfacebook.com',
    'facebed.seria.moe',
    'fxfb.seria.moe',
  ],
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

const VIDEO_ID = /^\d{5,25}(?!\w)/u
const POST_ID = /^(?:\d{5,25}|pfbid[A-Za-z\d]+)(?!\w)/u
const OWNER = /^\d+(?!\w)/u
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
 * posts keep page and id, but a group has a number and a name, so that the post's number alone is its identity.
 * fb.watch, fb.me and `/share/…` have to be followed. The hosts m., web. and those of languages count as the main one.
 */
function readLink(url: URL): PlatformLink {
  const parts = url.pathname.split('/').filter(Boolean)
  if (/(?:^|\.)fb\.(?:watch|me)$/u.test(url.hostname)) return parts.length > 0 ? SHORT_LINK : NOT_VIDEO
  if (parts[0] === 'share' && parts.length > 1) return SHORT_LINK
  const wrapper = WRAPPERS.get(parts.join('/'))
  const inside = wrapper === undefined ? null : url.searchParams.get(wrapper)
  if (inside !== null) return { kind: 'wrapped', url: inside }
  return byQuery(url.searchParams, parts) ?? byPath(parts) ?? NOT_VIDEO
}

function byQuery(query: URLSearchParams, [first = '', second = '']: readonly string[]): PlatformLink | null {
  const given = (name: string, form: RegExp) => form.exec(query.get(name) ?? '')?.[0]
  const watched = given('v', VIDEO_ID) ?? given('id', VIDEO_ID)
  if ((first === 'watch' || first === 'video.php') && watched !== undefined) return video(watched)
  if (first === 'groups' && PAGE_NAME.test(second)) {
    const id =
      given('multi_permalinks', POST_ID) ?? (query.get('view') === 'permalink' && given('id', POST_ID))
    if (id) return groupPost(second, id)
  }
  const story = given('story_fbid', POST_ID)
  const owner = given('id', OWNER)
  if ((first === 'story.php' || first === 'permalink.php') && story !== undefined && owner !== undefined)
    return post(story, `https://www.facebook.com/permalink.php?story_fbid=${story}&id=${owner}`)
  return null
}

function byPath(parts: readonly string[]): PlatformLink | null {
  const [page = '', kind = '', third = '', fourth = ''] = parts
  const last = parts.at(-1) ?? ''
  const [videoId] = VIDEO_ID.exec(last) ?? []
  const [reel] = VIDEO_ID.exec(/^reels?$/u.test(page) ? kind : /^reels?$/u.test(kind) ? third : '') ?? []
  if (reel !== undefined) return video(reel, `https://www.facebook.com/reel/${reel}`)
  if (kind === 'videos' && videoId !== undefined) return video(videoId)
  const [groupId] = /^(?:posts|permalink)$/u.test(third) ? (POST_ID.exec(fourth) ?? []) : []
  if (page === 'groups' && PAGE_NAME.test(kind) && groupId !== undefined) return groupPost(kind, groupId)
  const [id] = POST_ID.exec(last) ?? []
  return kind === 'posts' && PAGE_NAME.test(page) && id !== undefined
    ? post(id, `https://www.facebook.com/${page}/posts/${id}`)
    : null
}

function groupPost(group: string, id: string): PlatformLink {
  const at = (name: string) => `https://www.facebook.com/groups/${name}/posts/${id}`
  return { kind: 'video', id, url: at(group), canonicalUrl: at('_') }
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
