import { Readable } from 'node:stream'
import { placeExportParams, placeExportQuery } from '@antojo/contract/transfer/place-export'
import type { Database } from '@antojo/db/database'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { AppError } from '../../core/app-error.ts'
import type { RequestScope } from '../../core/request-scope.ts'
import { isListReadable } from './repo.ts'
import { contentTypeOf, placesFile } from './service.ts'

/** `GET /places/export/{format}?list=`: a file for other map programs. */
export function placeExportRoutes(app: FastifyInstance, database: Database, scope: RequestScope): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/places/export/:format',
    {
      schema: { params: placeExportParams, querystring: placeExportQuery },
      config: { budget: 'accountExport' },
    },
    async (request, reply) => {
      const user = await scope.user(request)
      const { format } = request.params
      const { list } = request.query
      const isReadable =
        list === undefined || (await database.withActor(user.actor, (tx) => isListReadable(tx, list)))
      if (!isReadable) throw new AppError('not_found', 'There is no such list.')
      return reply
        .header('content-disposition', `attachment; filename="antojo.${format}"`)
        .header('cache-control', 'no-store')
        .type(contentTypeOf(format))
        .send(Readable.from(placesFile(database, user, { format, list, isPrivate: true })))
    },
  )
}
