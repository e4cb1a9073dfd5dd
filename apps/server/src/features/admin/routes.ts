import { adminMetricsQuery, serviceTestRequest } from '@antojo/contract/admin'
import { mapChoice } from '@antojo/contract/map'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { RequestScope } from '../../core/request-scope.ts'
import type { Admin } from './service.ts'

/** `GET /admin/metrics?hours=`, `POST /admin/services/test` and `PUT /admin/map` */
export function adminRoutes(app: FastifyInstance, admin: Admin, scope: RequestScope): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/admin/metrics', { schema: { querystring: adminMetricsQuery } }, async (request) =>
    admin.metrics(await scope.user(request), request.query.hours),
  )
  typed.put('/admin/map', { schema: { body: mapChoice } }, async (request) =>
    admin.chooseMap(await scope.user(request), request.body),
  )
  typed.post(
    '/admin/services/test',
    { schema: { body: serviceTestRequest }, config: { budget: 'serviceTest' } },
    async (request) => admin.testService(await scope.user(request), request.body.service),
  )
}
