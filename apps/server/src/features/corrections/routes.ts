import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { RequestScope } from '../../core/request-scope.ts'
import type { Corrections } from './service.ts'

const correctionParams = z.object({ id: z.uuid() })

/** `/corrections`: lists and deletes the person's lessons. */
export function correctionRoutes(app: FastifyInstance, corrections: Corrections, scope: RequestScope): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()

  app.get('/corrections', async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    return { names: await corrections.list(await scope.user(request)) }
  })

  typed.delete('/corrections/:id', { schema: { params: correctionParams } }, async (request, reply) => {
    await corrections.forget(await scope.user(request), request.params.id)
    return reply.code(204).send()
  })
}
