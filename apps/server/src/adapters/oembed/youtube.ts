import type { GuardedFetch } from '../http/guarded-fetch.ts'
import { askEndpoint } from './attempts.ts'
import { parseJson, parseOembed } from './payload.ts'
import type { OembedProvider } from './port.ts'

/**
 * YouTube's oEmbed, no key. 401: embedding off, 403: private, 404: unknown, 400: malformed, all as plain text; a private
 * video has also been seen as 200 with the text `Forbidden`. All of these are E_YT_OEMBED_JSON (spec §8).
 */
export function youtubeOembed(fetch: GuardedFetch, endpoint: string): OembedProvider {
  return async ({ url }, signal) => {
    const answer = await askEndpoint(fetch, `${endpoint}?url=${encodeURIComponent(url)}&format=json`, signal)
    if (!answer.ok) return { ok: false, code: 'oembed_fetch_failed', status: null, detail: answer.detail }
    const { status, body } = answer
    const detail = body.toString('utf8', 0, 200)
    if (status === 429 || status >= 500) return { ok: false, code: 'oembed_fetch_failed', status, detail }
    const json = status === 200 ? parseJson(body) : undefined
    if (json === undefined) return { ok: false, code: 'E_YT_OEMBED_JSON', status, detail }
    const oembed = parseOembed(json, url)
    return oembed ? { ok: true, oembed } : { ok: false, code: 'invalid_oembed_payload', status, detail }
  }
}
