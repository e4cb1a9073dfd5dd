import { addAreaRequest, citySearchQuery } from '@antojo/contract/places'
import { z } from 'zod'
import type { ProductApp, RequestScope } from '../../core/request-scope.ts'
import type { CityChoice } from './city-choice.ts'

const areaParams = z.object({ id: z.string().regex(/^\d{1,18}$/u) })

/** `/places/areas`: the areas that the index covers, and the cities that people add to it. */
export function areaRoutes(app: ProductApp, choice: CityChoice, scope: RequestScope): void {
  app.get('/places/areas', { config: { budget: 'placeSearch' } }, async (request) =>
    choice.list(await scope.user(request)),
  )

  app.get(
    '/places/areas/search',
    { schema: { querystring: citySearchQuery }, config: { budget: 'placeSearch' } },
    async (request) => {
      await scope.user(request)
      return { cities: await choice.search(request.query.q) }
    },
  )

  app.post('/places/areas', { schema: { body: addAreaRequest } }, async (request, reply) => {
    const area = await choice.add(await scope.user(request), request.body)
    return reply.code(202).send(area)
  })

  app.post('/places/areas/:id/update', { schema: { params: areaParams } }, async (request, reply) => {
    const area = await choice.update(await scope.user(request), request.params.id)
    return reply.code(202).send(area)
  })

  app.delete('/places/areas/:id', { schema: { params: areaParams } }, async (request, reply) => {
    await choice.remove(await scope.user(request), request.params.id)
    return reply.code(204).send()
  })
}
