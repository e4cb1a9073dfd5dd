import type { OembedSource } from '@antojo/domain/platforms/definition'
import type { GuardedFetch } from '../http/guarded-fetch.ts'
import { askEndpoint } from './attempts.ts'
import { parseJson, parseOembed } from './payload.ts'
import type { OembedProvider } from './port.ts'

type OpenSource = Extract<OembedSource, { kind: 'open' }>

/**
 * A platform's oEmbed that needs no key. TikTok answers 400 and 404 for a post that is gone or private. YouTube answers
 * 401 (embedding off), 403 (private), 404 and 400 as plain text, and sometimes 200 with the text `Forbidden`.
 */
export function openOembed(fetch: GuardedFetch, source: OpenSource, endpoint: string): OembedProvider {
  return async ({ url }, signal) => {
    const query = new URLSearchParams({ url, ...source.parameters })
    const answer = await askEndpoint(fetch, `${endpoint}?${query.toString()}`, signal)
    if (!answer.ok) return { ok: false, code: 'oembed_fetch_failed', status: null, detail: answer.detail }
    const { status, body } = answer
    const detail = body.toString('utf8', 0, 200)
    if (status === 429 || status >= 500) return { ok: false, code: 'oembed_fetch_failed', status, detail }
    const json = status === 200 ? parseJson(body) : undefined
    const isRefused = status !== 200 || (source.isTextRefusal === true && json === undefined)
    if (isRefused) return { ok: false, code: source.refusalCode, status, detail }
    const oembed = parseOembed(json, url)
    return oembed ? { ok: true, oembed } : { ok: false, code: 'invalid_oembed_payload', status, detail }
  }
}
