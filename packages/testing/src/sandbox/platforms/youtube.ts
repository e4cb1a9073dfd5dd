import { HTML, escapeHtml } from '../answer.ts'
import type { Answer, Question } from '../answer.ts'
import { addressOf } from '../post.ts'
import type { Post } from '../post.ts'
import type { SandboxPlatform } from './sandbox-platform.ts'

const MAX_DESCRIPTION_LENGTH = 160

export const youtube: SandboxPlatform = {
  hosts: ['www.youtube.com', 'm.youtube.com', 'youtu.be'],
  oembed,
  tracking: 'feature=share',
  previewTexts: ({ title, description }) => ({ title, description: cut(description || title) }),
  hidden: { title: ' - YouTube' },
}

/** `https://www.youtube.com/oembed`: errors are plain text; a private video was also seen with status 200. */
function oembed({ post, url, thumbnail }: Question): Answer {
  switch (post?.failure) {
    case undefined:
    case 'slow_once':
    case 'server_error_once':
      if (post) return { status: 200, body: youtubeFields(post, thumbnail) }
      return /[\w-]{11}/.test(url) ? text(404, 'Not Found') : text(400, 'Bad Request')
    case 'private':
      return text(403, 'Forbidden')
    case 'age_restricted':
    case 'embedding_off':
      return text(401, 'Unauthorized')
    case 'not_json':
      return { ...text(200, 'Forbidden'), type: HTML }
    case 'server_error':
      return text(500, 'Internal Server Error')
    default:
      return text(404, 'Not Found')
  }
}

/** The fields that YouTube and noembed have in common. */
export function youtubeFields(post: Post, thumbnail: string): Record<string, unknown> {
  const id = new URL(addressOf(post)).searchParams.get('v') ?? addressOf(post).slice(-11)
  return {
    title: post.title,
    author_name: post.author.name,
    author_url: `https://www.youtube.com/@${post.author.handle}`,
    type: 'video',
    height: 113,
    width: 200,
    version: '1.0',
    provider_name: 'YouTube',
    provider_url: 'https://www.youtube.com/',
    thumbnail_height: 360,
    thumbnail_width: 480,
    thumbnail_url: thumbnail,
    html: `<iframe width="200" height="113" src="https://www.youtube.com/embed/${id}?feature=oembed" frameborder="0" allow="accelerometer; autoplay; clipboard-write; encrypted-media; gyroscope; picture-in-picture; web-share" referrerpolicy="strict-origin-when-cross-origin" allowfullscreen title="${escapeHtml(post.title)}"></iframe>`,
  }
}

function text(status: number, body: string): Answer {
  return { status, body, type: 'text/plain; charset=utf-8' }
}

function cut(description: string): string {
  return description.length > MAX_DESCRIPTION_LENGTH
    ? `${description.slice(0, MAX_DESCRIPTION_LENGTH - 3)}...`
    : description
}
