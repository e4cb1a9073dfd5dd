import { z } from 'zod'
import type { FetchAnswer, GuardedFetch } from '../http/guarded-fetch.ts'
import { askEndpoint } from './attempts.ts'
import { parseJson, parseOembed } from './payload.ts'
import type { OembedFailure, OembedProvider, OembedTarget } from './port.ts'

export const metaGraphUrl = 'https://graph.facebook.com/v24.0'

const graphError = z.object({
  error: z.object({ message: z.string(), code: z.number().optional(), is_transient: z.boolean().optional() }),
})

export interface MetaOptions {
  readonly baseUrl: string
  /** `APP_ID|APP_SECRET` of an app that passed review for oEmbed Read. */
  readonly accessToken: string | null
}

/**
 * Meta's oEmbed for Instagram and Facebook. Since November 2025 it gives neither author nor thumbnail, so a good answer
 * may hold nothing but the embed; Open Graph and the user's own words have to tell the rest.
 */
export function metaOembed(fetch: GuardedFetch, options: MetaOptions): OembedProvider {
  return async (target, signal) => {
    if (options.accessToken === null && options.baseUrl === metaGraphUrl) {
      return { ok: false, code: 'E_PROXY_OEMBED_HTTP', status: null, detail: 'META_ACCESS_TOKEN is not set' }
    }
    const query = new URLSearchParams({ url: target.url })
    if (options.accessToken !== null) query.set('access_token', options.accessToken)
    const answer = await askEndpoint(
      fetch,
      `${options.baseUrl}/${endpointOf(target)}?${query.toString()}`,
      signal,
    )
    if (!answer.ok) return { ok: false, code: 'oembed_fetch_failed', status: null, detail: answer.detail }
    if (answer.status !== 200) return refused(answer)
    const oembed = parseOembed(parseJson(answer.body), target.url)
    if (oembed) return { ok: true, oembed }
    return {
      ok: false,
      code: 'invalid_oembed_payload',
      status: 200,
      detail: answer.body.toString('utf8', 0, 200),
    }
  }
}

function endpointOf({ platform, url }: OembedTarget): string {
  if (platform === 'Instagram') return 'instagram_oembed'
  return /\/(?:posts\/|permalink\.php)/u.test(url) ? 'oembed_post' : 'oembed_video'
}

/** A Graph error tells a passing fault by `is_transient` or code 2; without JSON it is no answer of the Graph API. */
function refused({ status, body }: FetchAnswer): OembedFailure {
  const parsed = graphError.safeParse(parseJson(body))
  if (!parsed.success) {
    const code = status >= 500 || status === 429 ? 'oembed_fetch_failed' : 'invalid_oembed_payload'
    return { ok: false, code, status, detail: body.toString('utf8', 0, 200) }
  }
  const { message, code, is_transient: transient } = parsed.data.error
  const passing = transient === true || code === 2 || status >= 500
  return { ok: false, code: passing ? 'oembed_fetch_failed' : 'E_PROXY_OEMBED_HTTP', status, detail: message }
}
