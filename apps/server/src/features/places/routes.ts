import { placeDetailsQuery, placesQuery } from '@antojo/contract/places'
import type { ProductApp } from '../../core/request-scope.ts'
import type { Places } from './service.ts'

/** `GET /places` and `/places/details`. A failing provider is answered with 502 and an empty result (spec §8). */
export function placesRoutes(app: ProductApp, places: Places): void {
  const config = { budget: 'placeSearch' } as const
  app.get('/places', { schema: { querystring: placesQuery }, config }, async (request, reply) => {
    try {
      return { ok: true, results: await places.search(request.query) }
    } catch (error) {
      request.log.error({ err: error }, 'place search failed')
      return reply.code(502).send({ ok: false, results: [] })
    }
  })
  app.get(
    '/places/details',
    { schema: { querystring: placeDetailsQuery }, config },
    async (request, reply) => {
      try {
        const result = await places.details(request.query.id, request.query.language ?? 'es')
        return await reply.code(result ? 200 : 404).send({ ok: result !== null, result })
      } catch (error) {
        request.log.error({ err: error }, 'place details failed')
        return reply.code(502).send({ ok: false, result: null })
      }
    },
  )
}
