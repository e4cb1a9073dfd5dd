import { Readable } from 'node:stream'
import {
  placeExportParams,
  placeExportQuery,
  SAVED_COUNT_HEADER,
} from '@antojo/contract/transfer/place-export'
import { preferredLanguage } from '@antojo/auth/http/language'
import type { Database } from '@antojo/db/database'
import { AppError } from '../../core/app-error.ts'
import type { ProductApp, RequestScope } from '../../core/request-scope.ts'
import { isListReadable } from './repo.ts'
import { contentTypeOf, placesFile } from './service.ts'

/** `GET /places/export/{format}?list=`: a file for other map programs. */
export function placeExportRoutes(app: ProductApp, database: Database, scope: RequestScope): void {
  app.get(
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
      const language = preferredLanguage(request.headers['accept-language'], 'es')
      const wanted = { format, list, isPrivate: true, language }
      const { places, text } = await placesFile(database, user, wanted)
      return reply
        .header(SAVED_COUNT_HEADER, places)
        .header('content-disposition', `attachment; filename="antojo.${format}"`)
        .type(contentTypeOf(format))
        .send(Readable.from(text))
    },
  )
}
