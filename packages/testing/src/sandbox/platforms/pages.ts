import { HTML, escapeHtml } from '../answer.ts'
import type { Answer, Question } from '../answer.ts'
import { addressOf } from '../post.ts'
import type { Post } from '../post.ts'

const LOGIN: Record<Post['platform'], string> = {
  TikTok: 'https://www.tiktok.com/login',
  YouTube: 'https://accounts.google.com/ServiceLogin',
  Instagram: 'https://www.instagram.com/accounts/login/',
  Facebook: 'https://www.facebook.com/login.php',
}
/** Query parameters that the platforms add when a short link is followed. */
const TRACKING: Record<Post['platform'], string> = {
  TikTok: '_r=1&_t=ZM-sandbox&is_from_webapp=1&sender_device=pc',
  YouTube: 'feature=share',
  Instagram: 'igsh=c2FuZGJveA==',
  Facebook: 'rdid=sandbox&share_url=https%3A%2F%2Fwww.facebook.com%2Fshare%2F',
}

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
  const tracked = `${url.href}${url.search ? '&' : '?'}${TRACKING[post.platform]}`
  return { status: 302, type: HTML, body: '', headers: { location: location ?? tracked } }
}

/** YouTube answers for what it hides with its bare name, the others send to their log-in. */
function hidden(post: Post): Answer {
  if (post.platform === 'YouTube') return { status: 200, type: HTML, body: page({ title: ' - YouTube' }) }
  if (post.platform === 'TikTok')
    return { status: 200, type: HTML, body: page({ title: 'TikTok - Make Your Day' }) }
  return { status: 302, type: HTML, body: '', headers: { location: LOGIN[post.platform] } }
}

function visible(post: Post, { thumbnail, video }: Question): Answer {
  const tags: Record<string, string> = {
    'og:site_name': post.platform,
    'og:type': 'video.other',
    'og:url': addressOf(post),
    'og:image': thumbnail,
    ...(post.onScreen.length > 0 ? { 'og:video': video } : {}),
    ...texts(post),
  }
  return { status: 200, type: HTML, body: page({ title: tags['og:title'] ?? '', tags }) }
}

/** Each platform words its tags in its own way. */
function texts(post: Post): Record<string, string> {
  const { name, handle } = post.author
  const likes = new Intl.NumberFormat('en', { notation: 'compact' }).format(post.likes)
  switch (post.platform) {
    case 'TikTok':
      return {
        'og:title': `TikTok · ${name}`,
        'og:description': `${likes} likes, 41 comments. “${post.title}”`,
      }
    case 'YouTube':
      return { 'og:title': post.title, 'og:description': cut(post.description || post.title, 160) }
    case 'Instagram':
      return {
        'og:title': `${name} on Instagram: "${post.title}"`,
        'og:description': `${likes} likes, 41 comments - ${handle} on November 1, 2026: "${post.title}".`,
      }
    case 'Facebook':
      return { 'og:title': `${likes} views · ${name}`, 'og:description': post.title }
    default:
      return post.platform satisfies never
  }
}

function page({ title, tags = {} }: { title: string; tags?: Record<string, string> }): string {
  const metas = Object.entries(tags).map(
    ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}">`,
  )
  return `<!doctype html><html><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>${metas.join('')}</head><body></body></html>`
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 3)}...` : text
}
