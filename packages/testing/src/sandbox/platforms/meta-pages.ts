import { filler, metaTags, scriptJson } from '../pages/html.ts'
import type { Html } from '../pages/html.ts'
import { addressOf } from '../post.ts'
import { cutAt, shortCount } from './sandbox-platform.ts'
import type { PageOf } from './sandbox-platform.ts'

/** Characters of a caption in Instagram's `og:description`, which is then cut off without its closing quote. */
const MAX_INSTAGRAM_DESCRIPTION = 500

/** A page of some 800 kB: the whole caption in `og:title`, and JSON with the post among others of its author. */
export function instagramPage({ post, tags, data, thumbnail, video }: PageOf): Html {
  const { author, title } = post
  const counts = `${shortCount(post.likes)} likes, 41 comments - ${author.handle} on November 1, 2026`
  const isCut = title.length > MAX_INSTAGRAM_DESCRIPTION
  const preview = {
    'og:site_name': 'Instagram',
    'og:type': 'video',
    'og:url': addressOf(post),
    'og:image': thumbnail,
    ...(video === null ? {} : { 'og:video': video }),
    'og:title': `${author.name} on Instagram: "${title}"`,
    'og:description': `${counts}: "${isCut ? title.slice(0, MAX_INSTAGRAM_DESCRIPTION) : `${title}".`}`,
  }
  const code = /\/(?:reel|p)\/([^/?]+)/.exec(addressOf(post))?.[1]
  const user = { pk: '5801', username: author.handle, full_name: author.name }
  const { location } = post
  const item = {
    code,
    taken_at: 1_762_000_000,
    user,
    caption: { pk: '1790', has_translation: true, text: title },
    location: location && { pk: 2_136, lat: null, lng: null, name: location.name },
    like_count: post.likes,
  }
  const other = {
    code: 'Cotherpost1',
    user,
    caption: { text: 'Ayer: 📍 Otro Sitio, Lugo' },
    location: { name: 'Otro Sitio' },
  }
  return [
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Instagram</title>',
    filler(18_000),
    tags ? metaTags(preview) : '',
    '</head><body>',
    filler(400_000),
    serverData({ xdt_api__v1__profile_timeline: { items: [other] } }),
    data ? serverData({ xdt_api__v1__media__shortcode__web_info: { items: [item] } }) : '',
    filler(380_000),
    '</body></html>',
  ]
}

/**
 * A page of 1.2 MB. `og:title` has counters and the author around a caption, or for reels only counters; the caption is
 * in the JSON.
 */
export function facebookPage({ post, tags, data, thumbnail, video }: PageOf): Html {
  const { author, title, likes } = post
  const isReel = addressOf(post).includes('/reel/')
  const line = title.replaceAll(/\s+/g, ' ')
  const preview = {
    'og:type': 'video.other',
    'og:url': addressOf(post),
    'og:image': thumbnail,
    ...(video === null ? {} : { 'og:video': video }),
    'og:title': isReel
      ? `${shortCount(likes)} reactions · ${shortCount(Math.ceil(likes / 9))} shares | ${author.name} on Reels`
      : `${shortCount(likes * 70)} views · ${shortCount(likes)} reactions | ${cutAt(line, 90)} | ${author.name}`,
    ...(isReel ? { 'og:description': cutAt(line, 90) } : {}),
  }
  const id = /\d{5,25}/.exec(addressOf(post))?.[0]
  return [
    `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Facebook</title>`,
    tags ? metaTags(preview) : '',
    '</head><body>',
    filler(500_000),
    data ? serverData({ edges: [{ node: story(author.name, id, title) }] }) : '',
    serverData({ edges: [{ node: story(author.name, '9900000000001', 'Cenamos en Otro Sitio, Lugo') }] }),
    filler(690_000),
    '</body></html>',
  ]
}

/** Data that the server embeds in a page, in the wrapper that both platforms use. */
function serverData(data: Readonly<Record<string, unknown>>): string {
  const json = scriptJson({
    require: [['ScheduledServerJS', 'handle', null, [{ __bbox: { result: { data } } }]]],
  })
  return `<script type="application/json" data-content-len="900" data-sjs>${json}</script>`
}

/** Facebook stores the text of a post and its video in different branches. */
function story(author: string, videoId: string | undefined, text: string): unknown {
  return {
    comet_sections: { content: { story: { message: { text, ranges: [] } } } },
    attachments: [{ media: { __typename: 'Video', id: videoId, owner: { id: '1001', name: author } } }],
  }
}
