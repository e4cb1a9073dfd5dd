import {
  addNamelessRequest,
  createImportQuery,
  namelessQuery,
  startImportRequest,
} from '@antojo/contract/transfer/imports'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { departureOf } from '../../core/departure.ts'
import type { RequestScope } from '../../core/request-scope.ts'
import { acceptUploads, type UploadLimits } from '../../core/upload.ts'
import type { Imports } from './service.ts'

const importParams = z.object({ id: z.uuid() })

/** `POST /imports`: the preview of a file, whose bytes are the body. */
export function importUploadRoute(app: FastifyInstance, imports: Imports, limits: UploadLimits): void {
  const onRequest = acceptUploads(app, limits)
  const config = { budget: 'import', boundsItsBodies: true } as const
  app
    .withTypeProvider<ZodTypeProvider>()
    .post(
      '/imports',
      { schema: { querystring: createImportQuery }, config, onRequest },
      async (request, reply) => {
        const user = await limits.scope.user(request)
        const { name, ...choice } = request.query
        const file = { name, choice, bytes: request.raw }
        const preview = await imports.preview(user, file, departureOf(reply))
        void reply.code(201)
        return preview
      },
    )
}

/** `/imports`: lists, starts and undoes a person's imports. */
export function importRoutes(app: FastifyInstance, imports: Imports, scope: RequestScope): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()

  app.get('/imports', async (request) => ({ imports: await imports.list(await scope.user(request)) }))

  typed.get('/imports/:id', { schema: { params: importParams } }, async (request) =>
    imports.get(await scope.user(request), request.params.id),
  )

  typed.post(
    '/imports/:id/start',
    { schema: { params: importParams, body: startImportRequest } },
    async (request) => imports.start(await scope.user(request), request.params.id, request.body.parts),
  )

  typed.get('/imports/:id/report', { schema: { params: importParams } }, async (request) =>
    imports.report(await scope.user(request), request.params.id),
  )

  typed.get(
    '/imports/:id/nameless',
    { schema: { params: importParams, querystring: namelessQuery } },
    async (request) => ({
      entries: await imports.nameless(await scope.user(request), request.params.id, request.query.after),
    }),
  )

  typed.post(
    '/imports/:id/nameless',
    { schema: { params: importParams, body: addNamelessRequest } },
    async (request) =>
      imports.addNameless(await scope.user(request), request.params.id, request.body.positions),
  )

  typed.delete('/imports/:id', { schema: { params: importParams } }, async (request, reply) => {
    await imports.undo(await scope.user(request), request.params.id)
    return reply.code(204).send()
  })
}
