import { adminMetricsQuery, serviceTestRequest } from '@antojo/contract/admin'
import { mapChoice } from '@antojo/contract/map'
import { z } from 'zod'
import type { ProductApp, RequestScope } from '../../core/request-scope.ts'
import { readHandbook } from './handbook.ts'
import { accountOf, type Admin } from './service.ts'

/** `GET /admin/access`, `GET /admin/metrics?hours=`, `POST /admin/services/test`, `POST /admin/backup`, `PUT /admin/map` and `GET /handbook/:section` */
export function adminRoutes(app: ProductApp, admin: Admin, scope: RequestScope): void {
  app.get('/admin/access', async (request) => ({
    isAdministrator: await admin.administers(accountOf(await scope.user(request))),
  }))
  app.get('/admin/metrics', { schema: { querystring: adminMetricsQuery } }, async (request) =>
    admin.metrics(await scope.user(request), request.query.hours),
  )
  app.get(
    '/handbook/:section',
    { schema: { params: z.object({ section: z.string().max(100) }) } },
    async ({ params }, reply) => {
      void reply.type('text/plain; charset=utf-8')
      return readHandbook(params.section)
    },
  )
  app.put('/admin/map', { schema: { body: mapChoice } }, async (request) =>
    admin.chooseMap(await scope.user(request), request.body),
  )
  app.post('/admin/backup', async (request, reply) => {
    await admin.requestBackup(await scope.user(request))
    return reply.code(202).send({ started: true })
  })
  app.post(
    '/admin/services/test',
    { schema: { body: serviceTestRequest }, config: { budget: 'serviceTest' } },
    async (request) => admin.testService(await scope.user(request), request.body.service),
  )
}
