import { HTML } from '../answer.ts'
import type { Answer, Question } from '../answer.ts'
import { escapeHtml } from '../pages/html.ts'
import { addressOf } from '../post.ts'
import type { Post } from '../post.ts'
import { SANDBOX_PLATFORMS } from './all-platforms.ts'

/** The page of a post as a server receives it. */
export function answerPage(question: Question): Answer {
  const { post } = question
  if (!post) return { status: 404, type: HTML, body: page('Page not found') }
  switch (post.failure) {
    case 'server_error':
      return { status: 503, type: HTML, body: page('Service unavailable') }
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

/** The target of a short link: loops lead back to the start, bait leads into a private network. */
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
  if ('title' in shown) return { status: 200, type: HTML, body: page(shown.title) }
  return { status: 302, type: HTML, body: '', headers: { location: shown.signIn } }
}

function visible(post: Post, { thumbnail, video }: Question): Answer {
  switch (post.page) {
    case 'consent':
      return redirect(
        `https://consent.youtube.com/m?continue=${encodeURIComponent(addressOf(post))}&gl=ES&hl=es`,
      )
    case 'sign_in':
      return redirect(`${signInOf(post)}?next=${encodeURIComponent(new URL(addressOf(post)).pathname)}`)
    case 'challenge':
      return { status: 200, type: HTML, body: CHALLENGE }
    case 'rate_limited':
      return { status: 429, type: HTML, body: '', headers: { 'retry-after': '60' } }
    default:
      return {
        status: 200,
        type: HTML,
        body: SANDBOX_PLATFORMS[post.platform].page({
          post,
          tags: post.page !== 'data',
          data: post.page !== 'tags',
          thumbnail,
          video: post.offersVideo ? video : null,
        }),
      }
  }
}

/** The page that asks people in Europe for consent; it has its own URL and status 200. */
const CONSENT: Answer = {
  status: 200,
  type: HTML,
  body: page(
    'Antes de ir a YouTube',
    '<form action="https://consent.youtube.com/save" method="POST"><input type="hidden" name="set_eom" value="true"><button>Aceptar todo</button></form>',
  ),
}

const SIGN_IN: Answer = { status: 200, type: HTML, body: page('Log in') }

/** The pages to which platforms redirect visitors who may not see a post. */
export function wallAt({ hostname, pathname }: URL): Answer | null {
  if (hostname.startsWith('consent.')) return CONSENT
  return /^\/(?:accounts\/login|login)(?:\.php)?\/?$/u.test(pathname) ? SIGN_IN : null
}

/** TikTok's firewall: status 200 and a script that a browser has to solve. */
const CHALLENGE = `<!DOCTYPE html><html><head><meta charset="utf-8"><title>Please wait...</title><script>window._wafchallengeid="sandbox";</script></head><body><p id="cs" class="_wafchallengeid">Please wait...</p></body></html>`

function redirect(location: string): Answer {
  return { status: 302, type: HTML, body: '', headers: { location } }
}

function signInOf(post: Post): string {
  const { hidden: shown } = SANDBOX_PLATFORMS[post.platform]
  return 'signIn' in shown ? shown.signIn : 'https://www.tiktok.com/login'
}

function page(title: string, body = ''): string {
  return `<!doctype html><html><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head><body>${body}</body></html>`
}
