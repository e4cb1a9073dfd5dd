import { META_GRAPH_URL } from '@antojo/domain/platforms/facebook'
import { z } from 'zod'
import { parseJson } from '../http/fetch-body.ts'
import type { FetchAnswer, GuardedFetch } from '../http/guarded-fetch.ts'
import { parseOembed } from './payload.ts'
import type { OembedFailure, OembedProvider } from './port.ts'
import { requestEndpoint } from './request-endpoint.ts'

const graphError = z.object({
  error: z.object({ message: z.string(), code: z.number().optional(), is_transient: z.boolean().optional() }),
})

interface MetaOptions {
  readonly baseUrl: string
  /** The endpoint for a post, by its URL. */
  readonly path: (url: string) => string
  /** `APP_ID|APP_SECRET` of an app that passed review for oEmbed Read. */
  readonly accessToken: string | null
}

/**
 * Meta's oEmbed for Instagram and Facebook. Since November 2025 it gives neither author nor thumbnail, so a good answer
 * may contain only the embed; Open Graph and the person's own words supply the rest.
 */
export function metaOembed(fetch: GuardedFetch, options: MetaOptions): OembedProvider {
  return async (target, signal) => {
    if (options.accessToken === null && options.baseUrl === META_GRAPH_URL) {
      return { ok: false, code: 'E_PROXY_OEMBED_HTTP', status: null, detail: 'META_ACCESS_TOKEN is not set' }
    }
    const query = new URLSearchParams({ url: target.url })
    if (options.accessToken !== null) query.set('access_token', options.accessToken)
    const answer = await requestEndpoint(
      fetch,
      `${options.baseUrl}/${options.path(target.url)}?${query.toString()}`,
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

/** `is_transient` and code 2 mean a transient failure; an answer without JSON is not from the Graph API. */
function refused({ status, body }: FetchAnswer): OembedFailure {
  const parsed = graphError.safeParse(parseJson(body))
  if (!parsed.success) {
    const code = status >= 500 || status === 429 ? 'oembed_fetch_failed' : 'invalid_oembed_payload'
    return { ok: false, code, status, detail: body.toString('utf8', 0, 200) }
  }
  const { message, code, is_transient: transient } = parsed.data.error
  const isTransient = transient === true || code === 2 || status >= 500
  return {
    ok: false,
    code: isTransient ? 'oembed_fetch_failed' : 'E_PROXY_OEMBED_HTTP',
    status,
    detail: message,
  }
}
