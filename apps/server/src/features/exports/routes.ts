import { Readable } from 'node:stream'
import {
  type PlaceExportFormat,
  placeExportParams,
  placeExportQuery,
} from '@antojo/contract/transfer/place-export'
import type { Database } from '@antojo/db/database'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { AppError } from '../../core/app-error.ts'
import type { RequestScope, User } from '../../core/request-scope.ts'
import { FILE_FORMATS } from './formats.ts'
import { type ExportedPlace, isListReadable, nextPlaces } from './repo.ts'

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
        .type(FILE_FORMATS[format].contentType)
        .send(Readable.from(placesFile(database, user, { format, list })))
    },
  )
}

/** Reads some places in each transaction, so that a slow client holds neither memory nor a connection. */
async function* placesFile(
  database: Database,
  user: User,
  { format, list }: { format: PlaceExportFormat; list: string | undefined },
): AsyncGenerator<string> {
  const file = FILE_FORMATS[format]
  yield file.head
  let after: string | null = null
  do {
    const last: string | null = after
    const places: readonly ExportedPlace[] = await database.withActor(user.actor, (tx) =>
      nextPlaces(tx, { userId: user.id, list, after: last }),
    )
    yield places.map((place, index) => file.place(place, last === null && index === 0)).join('')
    after = places.at(-1)?.id ?? null
  } while (after !== null)
  yield file.tail
}
