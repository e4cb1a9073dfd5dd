import { HTML, escapeHtml } from '../answer.ts'
import type { Answer, Question } from '../answer.ts'
import { addressOf } from '../post.ts'
import type { Post } from '../post.ts'
import { SANDBOX_PLATFORMS } from './all-platforms.ts'

/** The page of a post as a crawler sees it, with its Open Graph tags. */
export function answerPage(question: Question): Answer {
  const { post } = question
  if (!post) return { status: 404, type: HTML, body: page({ title: 'Page not found' }) }
  switch (post.failure) {
    case 'server_error':
      return { status: 503, type: HTML, body: page({ title: 'Service unavailable' }) }
    case 'gone':
    case 'private':
    case 'age_restricted':
      return hidden(post)
    case 'not_json':
    case 'not_approved':
    case 'token_required':
    case 'embedding_off':
      return post.platform === 'YouTube' ? visible(post, question) : hidden(post)
    default:
      return visible(post, question)
  }
}

/** Where a short link leads; loops lead back, bait leads into a private network. */
export function answerShortLink(post: Post): Answer {
  const location = {
    redirect_loop: post.link,
    redirect_to_private_address: 'http://10.0.0.1/admin',
  }[String(post.failure)]
  const url = new URL(addressOf(post))
  const tracked = `${url.href}${url.search ? '&' : '?'}${SANDBOX_PLATFORMS[post.platform].tracking}`
  return { status: 302, type: HTML, body: '', headers: { location: location ?? tracked } }
}

function hidden(post: Post): Answer {
  const shown = SANDBOX_PLATFORMS[post.platform].hidden
  if ('title' in shown) return { status: 200, type: HTML, body: page(shown) }
  return { status: 302, type: HTML, body: '', headers: { location: shown.signIn } }
}

function visible(post: Post, { thumbnail, video }: Question): Answer {
  const likes = new Intl.NumberFormat('en', { notation: 'compact' }).format(post.likes)
  const { title, description } = SANDBOX_PLATFORMS[post.platform].previewTexts(post, likes)
  const tags: Record<string, string> = {
    'og:site_name': post.platform,
    'og:type': 'video.other',
    'og:url': addressOf(post),
    'og:image': thumbnail,
    ...(post.onScreen.length > 0 ? { 'og:video': video } : {}),
    'og:title': title,
    'og:description': description,
  }
  return { status: 200, type: HTML, body: page({ title, tags }) }
}

function page({ title, tags = {} }: { title: string; tags?: Record<string, string> }): string {
  const metas = Object.entries(tags).map(
    ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}">`,
  )
  return `<!doctype html><html><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>${metas.join('')}</head><body></body></html>`
}
