import { type Link, parseLink } from '@antojo/domain/links/link'
import type { ErrorCode } from '@antojo/contract/error-codes'
import type { GuardedFetch } from './guarded-fetch.ts'

type ResolvedLink =
  | { readonly ok: true; readonly link: Exclude<Link, { kind: 'short' }> }
  | {
      readonly ok: false
      readonly code: Extract<ErrorCode, 'redirect_loop' | 'private_address' | 'link_unreachable'>
      readonly detail: string
    }

const MAX_HOPS = 6
const TIMEOUT_MS = 6_000
const MAX_BYTES = 64 * 1024

/**
 * Follows a short link one hop at a time and stops at the first link to a post. A hop back to an earlier URL, or more
 * than 6 hops, counts as a loop.
 */
export async function resolveShortLink(
  fetch: GuardedFetch,
  link: Extract<Link, { kind: 'short' }>,
  signal: AbortSignal,
): Promise<ResolvedLink> {
  const seen = new Set<string>()
  let address = link.url
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    if (seen.has(address)) return { ok: false, code: 'redirect_loop', detail: address }
    seen.add(address)
    const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate' }
    const answer = await fetch({
      url: address,
      headers,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      maxRedirects: 0,
      signal,
    })
    if (!answer.ok) {
      const code = answer.reason === 'private_address' ? 'private_address' : 'link_unreachable'
      return { ok: false, code, detail: answer.detail }
    }
    const location = answer.headers.get('location')
    const next = location === undefined ? null : URL.parse(location, address)
    if (answer.status < 300 || answer.status > 399 || next === null)
      return { ok: false, code: 'link_unreachable', detail: `status ${answer.status}` }
    address = next.href
    const found = parseLink(address)
    if (found?.kind === 'video' || found?.kind === 'page') return { ok: true, link: found }
  }
  return { ok: false, code: 'redirect_loop', detail: `more than ${MAX_HOPS} hops` }
}
