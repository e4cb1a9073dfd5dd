import type { GuardedFetch } from '../http/guarded-fetch.ts'
import { askEndpoint } from './attempts.ts'
import { parseJson, parseOembed } from './payload.ts'
import type { OembedProvider } from './port.ts'

/** TikTok's oEmbed, no key: title is the whole caption with hashtags. 400 and 404 mean gone or private. */
export function tiktokOembed(fetch: GuardedFetch, endpoint: string): OembedProvider {
  return async ({ url }, signal) => {
    const answer = await askEndpoint(fetch, `${endpoint}?url=${encodeURIComponent(url)}`, signal)
    if (!answer.ok) return { ok: false, code: 'oembed_fetch_failed', status: null, detail: answer.detail }
    const { status, body } = answer
    const detail = body.toString('utf8', 0, 200)
    if (status === 429 || status >= 500) return { ok: false, code: 'oembed_fetch_failed', status, detail }
    if (status !== 200) return { ok: false, code: 'E_PROXY_OEMBED_HTTP', status, detail }
    const oembed = parseOembed(parseJson(body), url)
    return oembed ? { ok: true, oembed } : { ok: false, code: 'invalid_oembed_payload', status, detail }
  }
}
