import {
  addNamelessRequest,
  createImportQuery,
  importAnswer,
  namelessQuery,
  startImportRequest,
} from '@antojo/contract/transfer/imports'
import { departureOf } from '../../core/departure.ts'
import { idParams, type ProductApp, type RequestScope } from '../../core/request-scope.ts'
import { acceptUploads, type UploadLimits } from '../../core/upload.ts'
import type { Imports } from './service.ts'

/** `POST /imports`: the preview of a file, whose bytes are the body. */
export function importUploadRoute(app: ProductApp, imports: Imports, limits: UploadLimits): void {
  const onRequest = acceptUploads(app, limits)
  const config = { budget: 'import', boundsItsBodies: true } as const
  app

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
export function importRoutes(app: ProductApp, imports: Imports, scope: RequestScope): void {
  app.get('/imports', async (request) => ({ imports: await imports.list(await scope.user(request)) }))

  app.get('/imports/:id', { schema: { params: idParams } }, async (request) =>
    imports.get(await scope.user(request), request.params.id),
  )

  app.post(
    '/imports/:id/start',
    { schema: { params: idParams, body: startImportRequest } },
    async (request) => imports.start(await scope.user(request), request.params.id, request.body.parts),
  )

  app.get('/imports/:id/report', { schema: { params: idParams } }, async (request) =>
    imports.report(await scope.user(request), request.params.id),
  )

  app.post('/imports/:id/answers', { schema: { params: idParams, body: importAnswer } }, async (request) =>
    imports.answer(await scope.user(request), request.params.id, request.body),
  )

  app.get(
    '/imports/:id/nameless',
    { schema: { params: idParams, querystring: namelessQuery } },
    async (request) => ({
      entries: await imports.nameless(await scope.user(request), request.params.id, request.query),
    }),
  )

  app.post(
    '/imports/:id/nameless',
    { schema: { params: idParams, body: addNamelessRequest } },
    async (request) =>
      imports.addNameless(await scope.user(request), request.params.id, request.body.positions),
  )

  app.delete('/imports/:id', { schema: { params: idParams } }, async (request, reply) => {
    await imports.undo(await scope.user(request), request.params.id)
    return reply.code(204).send()
  })
}
