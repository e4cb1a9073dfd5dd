import type { GuardedFetch } from '../http/guarded-fetch.ts'
import { askEndpoint } from './attempts.ts'
import { parseJson, parseOembed } from './payload.ts'
import type { OembedProvider } from './port.ts'

/** A generic provider in noembed's form, whose failures come as `{"error": …}` with status 200. */
export function fallbackOembed(fetch: GuardedFetch, endpoint: string): OembedProvider {
  return async ({ url }, signal) => {
    const answer = await askEndpoint(fetch, `${endpoint}?url=${encodeURIComponent(url)}`, signal)
    if (!answer.ok) return { ok: false, code: 'oembed_fetch_failed', status: null, detail: answer.detail }
    const { status, body } = answer
    const oembed = status === 200 ? parseOembed(parseJson(body), url) : null
    if (oembed) return { ok: true, oembed }
    const code = status === 200 ? 'invalid_oembed_payload' : 'oembed_fetch_failed'
    return { ok: false, code, status, detail: body.toString('utf8', 0, 200) }
  }
}
