import { idParams, type ProductApp, type RequestScope } from '../../core/request-scope.ts'
import type { Corrections } from './service.ts'

/** `/corrections`: lists and deletes the person's lessons. */
export function correctionRoutes(app: ProductApp, corrections: Corrections, scope: RequestScope): void {
  app.get('/corrections', async (request) => ({ names: await corrections.list(await scope.user(request)) }))

  app.delete('/corrections/:id', { schema: { params: idParams } }, async (request, reply) => {
    await corrections.forget(await scope.user(request), request.params.id)
    return reply.code(204).send()
  })
}
