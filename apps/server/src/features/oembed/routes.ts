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

/** The answers of a platform for a post that it took away or hides: TikTok answers 400 for both. */
const GONE: readonly (number | null)[] = [400, 404, 410]

/** `GET /oembed?url=`: the platform's metadata of a post, and whether it still shows it. */
export function oembedRoutes(app: ProductApp, deps: OembedDeps): void {
  app.get(
    '/oembed',
    { schema: { querystring: oembedQuery }, config: { budget: 'oembed' } },
    async (request) => {
      const answer = await ask(deps, request.query.url)
      if (answer instanceof AppError) throw answer
      const { platform, outcome } = answer
      if (!outcome.ok) throw new AppError(outcome.code, outcome.detail)
      return { ok: true, platform, oembed: outcome.oembed }
    },
  )
  app.get(
    '/oembed/gone',
    { schema: { querystring: oembedQuery }, config: { budget: 'oembed' } },
    async (request) => {
      const answer = await ask(deps, request.query.url)
      const outcome = answer instanceof AppError ? null : answer.outcome
      return { ok: true, gone: outcome?.ok === false && GONE.includes(outcome.status) }
    },
  )
}

async function ask({ fetch, oembed }: OembedDeps, address: string) {
  const found = await findPostLink(fetch, address)
  if (!found.ok) return new AppError(found.code, found.detail)
  const { platform, url } = found.link
  return { platform, outcome: await oembed({ platform, url }, AbortSignal.timeout(TIMEOUT_MS)) }
}
