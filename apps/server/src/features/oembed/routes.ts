import { oembedQuery } from '@antojo/contract/oembed'
import type { ProductApp } from '../../core/request-scope.ts'
import type { GuardedFetch } from '../../adapters/http/guarded-fetch.ts'
import type { OembedProvider } from '../../adapters/oembed/port.ts'
import { AppError } from '../../core/app-error.ts'
import { findPostLink } from '../../identify/evidence/find-link.ts'

export interface OembedDeps {
  readonly oembed: OembedProvider
  readonly fetch: GuardedFetch
}

const TIMEOUT_MS = 40_000

/** `GET /oembed?url=`: the platform's metadata of a post. */
export function oembedRoutes(app: ProductApp, deps: OembedDeps): void {
  app.get(
    '/oembed',
    { schema: { querystring: oembedQuery }, config: { budget: 'oembed' } },
    async (request) => {
      const found = await findPostLink(deps.fetch, request.query.url)
      if (!found.ok) throw new AppError(found.code, found.detail)
      const { platform, url } = found.link
      const outcome = await deps.oembed({ platform, url }, AbortSignal.timeout(TIMEOUT_MS))
      if (!outcome.ok) throw new AppError(outcome.code, outcome.detail)
      return { ok: true, platform, oembed: outcome.oembed }
    },
  )
}
