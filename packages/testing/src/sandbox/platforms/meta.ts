import { NOT_JSON } from '../answer.ts'
import type { Answer, Question } from '../answer.ts'
import { addressOf } from '../post.ts'
import type { Post } from '../post.ts'
import { escapeHtml } from '../pages/html.ts'
import { facebookPage, instagramPage } from './meta-pages.ts'
import type { SandboxPlatform } from './sandbox-platform.ts'

export const instagram: SandboxPlatform = {
  hosts: ['www.instagram.com', 'instagr.am'],
  oembed,
  tracking: 'igsh=c2FuZGJveA==',
  page: instagramPage,
  hidden: { signIn: 'https://www.instagram.com/accounts/login/' },
}

export const facebook: SandboxPlatform = {
  hosts: ['www.facebook.com', 'm.facebook.com', 'fb.watch'],
  oembed,
  tracking: 'rdid=sandbox&share_url=https%3A%2F%2Fwww.facebook.com%2Fshare%2F',
  page: facebookPage,
  hidden: { signIn: 'https://www.facebook.com/login.php' },
}

/**
 * Meta's `instagram_oembed`, `oembed_video` and `oembed_post`: since November 2025 without author and
 * thumbnail. Errors have the shape of the Graph API.
 */
function oembed({ post, query }: Question): Answer {
  if (!query['access_token']) return TOKEN_REQUIRED
  switch (post?.failure) {
    case undefined:
    case 'slow_once':
    case 'server_error_once':
      return post
        ? { status: 200, body: fields(post) }
        : graphError(24, 'The requested resource does not exist')
    case 'private':
      return graphError(400, 'The media is private')
    case 'age_restricted':
    case 'gone':
      return graphError(24, 'The requested resource does not exist')
    case 'embedding_off':
      return graphError(24, 'The owner does not allow embedding', { error_subcode: 2_207_046 })
    case 'not_approved':
      return graphError(
        10,
        "(#10) To use 'Meta oEmbed Read', your use of this endpoint must be reviewed and approved by Facebook.",
      )
    case 'not_json':
      return NOT_JSON
    case 'server_error':
      return { ...graphError(2, 'Service temporarily unavailable', { is_transient: true }), status: 500 }
    default:
      return TOKEN_REQUIRED
  }
}

const TOKEN_REQUIRED = graphError(104, 'An access token is required to request this resource.')

function graphError(code: number, message: string, more: Record<string, unknown> = {}): Answer {
  const error = { message, type: 'OAuthException', code, ...more, fbtrace_id: 'Asandbox0trace' }
  return { status: 400, body: { error } }
}

function fields(post: Post): Answer['body'] {
  const isInstagram = post.platform === 'Instagram'
  return {
    version: '1.0',
    provider_name: post.platform,
    provider_url: isInstagram ? 'https://www.instagram.com/' : 'https://www.facebook.com/',
    type: isInstagram ? 'rich' : 'video',
    width: isInstagram ? 658 : 500,
    ...(isInstagram ? {} : { height: 889 }),
    html: isInstagram ? instagramHtml(post) : facebookHtml(post),
  }
}

function instagramHtml(post: Post): string {
  const url = `${addressOf(post)}?utm_source=ig_embed&amp;utm_campaign=loading`
  const by = `A post shared by ${escapeHtml(post.author.name)} (@${post.author.handle})`
  return `<blockquote class="instagram-media" data-instgrm-captioned data-instgrm-permalink="${url}" data-instgrm-version="14" style="background:#FFF; max-width:658px;"><div style="padding:16px;"> <a href="${url}" target="_blank">View this post on Instagram</a> <p><a href="${url}" target="_blank">${escapeHtml(post.title)}</a></p> <p><a href="${url}" target="_blank">${by}</a></p></div></blockquote>\n<script async src="//www.instagram.com/embed.js"></script>`
}

function facebookHtml(post: Post): string {
  const url = addressOf(post)
  return `<div id="fb-root"></div>\n<script async="1" defer="1" crossorigin="anonymous" src="https://connect.facebook.net/en_US/sdk.js#xfbml=1&amp;version=v24.0"></script><div class="fb-video" data-href="${url}"><blockquote cite="${url}" class="fb-xfbml-parse-ignore"><p>${escapeHtml(post.title)}</p>Posted by <a href="https://www.facebook.com/${post.author.handle}">${escapeHtml(post.author.name)}</a></blockquote></div>`
}
