import { NOT_JSON, escapeHtml } from '../answer.ts'
import type { Answer, Question } from '../answer.ts'
import { addressOf } from '../post.ts'
import type { Post } from '../post.ts'
import type { SandboxPlatform } from './sandbox-platform.ts'

export const tiktok: SandboxPlatform = {
  hosts: ['www.tiktok.com', 'm.tiktok.com', 'vm.tiktok.com', 'vt.tiktok.com'],
  oembed,
  tracking: '_r=1&_t=ZM-sandbox&is_from_webapp=1&sender_device=pc',
  previewTexts: (post, likes) => ({
    title: `TikTok · ${post.author.name}`,
    description: `${likes} likes, 41 comments. “${post.title}”`,
  }),
  hidden: { title: 'TikTok - Make Your Day' },
}

/** `https://www.tiktok.com/oembed`: one 400 for everything that cannot be shown. */
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
