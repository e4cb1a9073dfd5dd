import { NOT_JSON } from '../answer.ts'
import type { Answer, Question } from '../answer.ts'
import { addressOf } from '../post.ts'
import type { Post } from '../post.ts'
import { escapeHtml, filler, metaTags, scriptJson } from '../pages/html.ts'
import type { Html } from '../pages/html.ts'
import { shortCount } from './sandbox-platform.ts'
import type { PageOf, SandboxPlatform } from './sandbox-platform.ts'

export const tiktok: SandboxPlatform = {
  hosts: ['www.tiktok.com', 'm.tiktok.com', 'vm.tiktok.com', 'vt.tiktok.com'],
  oembed,
  tracking: '_r=1&_t=ZM-sandbox&is_from_webapp=1&sender_device=pc',
  page,
  hidden: { title: 'TikTok - Make Your Day' },
}

/** `https://www.tiktok.com/oembed`: the same status 400 for everything that cannot be shown. */
function oembed({ post, thumbnail }: Question): Answer {
  switch (post?.failure) {
    case undefined:
    case 'slow_once':
    case 'server_error_once':
      return post ? { status: 200, body: fields(post, thumbnail) } : REFUSED
    case 'not_json':
      return NOT_JSON
    case 'server_error':
      return { status: 500, body: 'Internal Server Error', type: 'text/plain' }
    default:
      return REFUSED
  }
}

const REFUSED: Answer = { status: 400, body: { code: 400, message: 'Something went wrong' } }

function fields(post: Post, thumbnail: string): Answer['body'] {
  const url = addressOf(post)
  const id = /\d{15,20}/.exec(url)?.[0] ?? ''
  const profile = `https://www.tiktok.com/@${post.author.handle}`
  return {
    version: '1.0',
    type: 'video',
    title: post.title,
    author_url: profile,
    author_name: post.author.name,
    author_unique_id: post.author.handle,
    width: '100%',
    height: '100%',
    html: `<blockquote class="tiktok-embed" cite="${url}" data-video-id="${id}" data-embed-from="oembed" style="max-width:605px; min-width:325px;"> <section> <a target="_blank" title="@${post.author.handle}" href="${profile}?refer=embed">@${post.author.handle}</a> <p>${escapeHtml(post.title)}</p> </section> </blockquote> <script async src="https://www.tiktok.com/embed.js"></script>`,
    thumbnail_width: 576,
    thumbnail_height: 1024,
    thumbnail_url: `${thumbnail}?x-expires=4102444800&x-signature=sandbox`,
    provider_url: 'https://www.tiktok.com',
    provider_name: 'TikTok',
    embed_product_id: id,
    embed_type: 'video',
  }
}

/** A page of some 330 kB: tags in the head, and in the body one script of JSON with everything. */
function page({ post, tags, data, thumbnail, video }: PageOf): Html {
  const preview = {
    'og:site_name': 'TikTok',
    'og:type': 'video.other',
    'og:url': addressOf(post),
    'og:image': thumbnail,
    ...(video === null ? {} : { 'og:video': video }),
    'og:title': `TikTok · ${post.author.name}`,
    'og:description': `${shortCount(post.likes)} likes, 41 comments. “${post.title}”`,
  }
  const found = {
    __DEFAULT_SCOPE__: {
      'webapp.app-context': { language: 'en', region: 'MX', user: null, 'nonce{': '"' },
      'webapp.video-detail': { itemInfo: { itemStruct: item(post) }, statusCode: 0, statusMsg: '' },
    },
  }
  return [
    '<!DOCTYPE html><html lang="en"><head><meta charset="UTF-8"><title>TikTok - Make Your Day</title>',
    tags ? metaTags(preview) : '',
    '</head><body>',
    filler(180_000),
    data
      ? `<script id="__UNIVERSAL_DATA_FOR_REHYDRATION__" type="application/json">${scriptJson(found)}</script>`
      : '',
    filler(150_000),
    '</body></html>',
  ]
}

function item(post: Post): Record<string, unknown> {
  const { location } = post
  return {
    id: /\d{15,20}/.exec(addressOf(post))?.[0],
    desc: post.title,
    createTime: '1762000000',
    video: { id: '', height: 1024, width: 576, duration: 31, ratio: '540p', subtitleInfos: [] },
    author: {
      id: '6801',
      uniqueId: post.author.handle,
      nickname: post.author.name,
      signature: 'comida y más',
    },
    music: { id: '7001', title: 'sonido original', authorName: post.author.name },
    stats: { diggCount: post.likes, shareCount: 12, commentCount: 41, playCount: post.likes * 20 },
    ...(location && {
      poi: {
        id: '21565',
        name: location.name,
        address: location.address ?? '',
        city: location.city ?? '',
        category: 'Place and Address',
        ttTypeNameMedium: 'Restaurant',
      },
    }),
    stickersOnItem: post.stickers.map((line) => ({ stickerText: [line], stickerType: 4 })),
  }
}
