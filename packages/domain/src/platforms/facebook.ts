import { NOT_VIDEO, type PlatformDefinition, type PlatformLink, SHORT_LINK } from './definition.ts'

/** Address of Meta's oEmbed for Facebook and Instagram. */
export const META_GRAPH_URL = 'https://graph.facebook.com/v24.0'

export const facebook: PlatformDefinition = {
  readLink,
  embedDomains:
    'facebed.com facebookez.com fixacebook.com fxfacebook.com facebed.seria.moe fxfb.seria.moe'.split(' '),
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

const VIDEO_ID = String.raw`(?<id>\d{5,25})(?!\w)`
const POST_ID = String.raw`(?<id>\d{5,25}|pfbid[A-Za-z\d]+)(?!\w)`
const NAME = String.raw`(?<name>[\w.%-]+)`
/** The last part of a path, behind others such as a title. */
const LAST = (id: string): string => String.raw`/(?:[^/]+/)*${id}[^/]*/?$`
const FORMS = {
  wrapper: /^\/(?:l\.php|plugins\/(?:video|post)\.php|login(?:\.php)?|flx\/warn)\/?$/u,
  watch: /^\/(?:watch|video\.php)(?:\/|$)/u,
  story: /^\/(?:story|permalink)\.php$/u,
  reel: new RegExp(`^/(?:[^/]+/)?reels?/${VIDEO_ID}`, 'u'),
  video: new RegExp(`^/[^/]+/videos${LAST(VIDEO_ID)}`, 'u'),
  post: new RegExp(`^/${NAME}/posts${LAST(POST_ID)}`, 'u'),
  group: new RegExp(`^/groups/${NAME}(?:/(?:posts|permalink)/${POST_ID})?`, 'u'),
}

/**
 * Reels become `/reel/ID`, every other video form `/watch/?v=ID` (one identity, because both show the same video);
 * posts keep page and id, but a group has a number and a name, so that the post's number alone is its identity.
 * fb.watch, fb.me and `/share/…` have to be followed. The hosts m., web. and those of languages count as the main one.
 */
function readLink({ hostname, pathname, searchParams: query }: URL): PlatformLink {
  if (/(?:^|\.)fb\.(?:watch|me)$/u.test(hostname)) return pathname === '/' ? NOT_VIDEO : SHORT_LINK
  if (/^\/share\/+[^/]/u.test(pathname)) return SHORT_LINK
  const inside = FORMS.wrapper.test(pathname)
    ? (query.get('u') ?? query.get('href') ?? query.get('next'))
    : null
  if (inside !== null) return { kind: 'wrapped', url: inside }
  const reel = FORMS.reel.exec(pathname)?.groups?.['id']
  if (reel !== undefined) return video(reel, `https://www.facebook.com/reel/${reel}`)
  const watched = FORMS.watch.test(pathname) ? (idIn(query, 'v') ?? idIn(query, 'id')) : undefined
  const shown = watched ?? FORMS.video.exec(pathname)?.groups?.['id']
  return shown === undefined ? (readPost(pathname, query) ?? NOT_VIDEO) : video(shown)
}

function readPost(pathname: string, query: URLSearchParams): PlatformLink | null {
  const { name: group, id: inPath } = FORMS.group.exec(pathname)?.groups ?? {}
  if (group !== undefined) {
    const id =
      inPath ?? idIn(query, 'multi_permalinks') ?? (query.get('view') === 'permalink' && idIn(query, 'id'))
    return id ? post(id, `groups/${group}/posts/${id}`, `groups/_/posts/${id}`) : null
  }
  const [story, owner] = FORMS.story.test(pathname) ? [idIn(query, 'story_fbid'), idIn(query, 'id')] : []
  if (story !== undefined && owner !== undefined)
    return post(story, `permalink.php?story_fbid=${story}&id=${owner}`)
  const { name, id } = FORMS.post.exec(pathname)?.groups ?? {}
  return name === undefined || id === undefined ? null : post(id, `${name}/posts/${id}`)
}

function idIn(query: URLSearchParams, name: string): string | undefined {
  return new RegExp(`^${POST_ID}`, 'u').exec(query.get(name) ?? '')?.groups?.['id']
}

function video(id: string, url = watchUrl(id)): PlatformLink {
  return { kind: 'video', id, url, canonicalUrl: watchUrl(id) }
}

function post(id: string, path: string, identity = path): PlatformLink {
  const home = 'https://www.facebook.com'
  return { kind: 'video', id, url: `${home}/${path}`, canonicalUrl: `${home}/${identity}` }
}

function watchUrl(id: string): string {
  return `https://www.facebook.com/watch/?v=${id}`
}
