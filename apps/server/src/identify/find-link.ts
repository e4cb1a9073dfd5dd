import type { ErrorCode } from '@antojo/contract/error-codes'
import { findUrls, MAX_URL_LENGTH } from '@antojo/domain/links/find-urls'
import { type Link, parseLink } from '@antojo/domain/links/link'
import type { GuardedFetch } from '../adapters/http/guarded-fetch.ts'
import { resolveShortLink } from '../adapters/http/short-links.ts'

export type PostLinkOutcome =
  | { readonly ok: true; readonly link: Extract<Link, { kind: 'video' | 'page' }> }
  | { readonly ok: false; readonly code: ErrorCode; readonly detail: string }

const budgetMs = 15_000

/** The post that a pasted text links to: its first link, unwrapped and, when short, followed to the post. */
export async function findPostLink(fetch: GuardedFetch, text: string): Promise<PostLinkOutcome> {
  const trimmed = text.trim()
  const [url] = findUrls(trimmed)
  if (url === undefined) {
    const tooLong = /^https?:\/\//iu.test(trimmed) && trimmed.length > MAX_URL_LENGTH
    return tooLong
      ? { ok: false, code: 'link_too_long', detail: `Links have at most ${MAX_URL_LENGTH} characters.` }
      : { ok: false, code: 'no_link', detail: 'The text has no http(s) link.' }
  }
  const link = parseLink(url)
  if (!link) return { ok: false, code: 'no_link', detail: 'The text has no http(s) link.' }
  if (link.kind === 'video' || link.kind === 'page') return { ok: true, link }
  if (link.kind === 'not_video') {
    return { ok: false, code: 'not_a_video', detail: `This ${link.platform} link is no video or post.` }
  }
  const resolved = await resolveShortLink(fetch, link, AbortSignal.timeout(budgetMs))
  if (!resolved.ok) return resolved
  if (resolved.link.kind === 'not_video') {
    return { ok: false, code: 'not_a_video', detail: 'The short link leads to no video or post.' }
  }
  return { ok: true, link: resolved.link }
}
