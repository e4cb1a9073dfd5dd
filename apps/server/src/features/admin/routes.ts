import { adminMetricsQuery } from '@antojo/contract/admin'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { RequestScope } from '../../core/request-scope.ts'
import type { Admin } from './service.ts'

/** `GET /admin/metrics?hours=` */
export function adminRoutes(app: FastifyInstance, admin: Admin, scope: RequestScope): void {
  app
    .withTypeProvider<ZodTypeProvider>()
    .get('/admin/metrics', { schema: { querystring: adminMetricsQuery } }, async (request) =>
      admin.metrics(await scope.user(request), request.query.hours),
    )
}
