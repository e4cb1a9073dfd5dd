import { listReportRequest } from '@antojo/contract/corrections'
import type { Database } from '@antojo/db/database'
import { AppError } from '../../core/app-error.ts'
import { idParams, type ProductApp } from '../../core/request-scope.ts'
import { rss, RSS_TYPE } from '../feeds/service.ts'
import { createListPictures, type ListPictureDeps } from './list-pictures.ts'
import { addReport, newestListed } from './repo.ts'
import { DRAWN, readShared } from './service.ts'

interface ListRoutesDeps extends ListPictureDeps {
  readonly database: Database
  readonly publicUrl: string
}

/** A shared list for chats and feed readers, and the reports of its visitors, who need no account. */
export function listRoutes(app: ProductApp, deps: ListRoutesDeps): void {
  const { database, publicUrl } = deps
  const pictureOf = createListPictures(deps)
  app.get('/list/:id/feed.xml', { schema: { params: idParams } }, async (request, reply) => {
    const { id } = request.params
    const { list, more } = await readShared(database, id, newestListed)
    const link = `${publicUrl}/list/${id}`
    return reply
      .header('cache-control', 'public, max-age=900')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .type(RSS_TYPE)
      .send(rss(more, { title: list.name, link, self: `${link}/feed.xml` }))
  })
  app.get(
    '/list/:id/preview.jpg',
    { schema: { params: idParams }, config: { budget: 'imageRequest' } },
    async (request, reply) => {
      const { list } = await readShared(database, request.params.id, async () => null)
      const picture = await pictureOf(list)
      void reply.header('cache-control', 'public, max-age=3600')
      if (picture === null) return reply.redirect(DRAWN)
      return reply.type('image/jpeg').send(picture)
    },
  )
  app.post(
    '/list/:id/reports',
    { schema: { params: idParams, body: listReportRequest }, config: { budget: 'placeReport' } },
    async (request, reply) => {
      const report = { ...request.body, list: request.params.id }
      const outcome = await database.asSystem('report a mistake', (tx) => addReport(tx, report))
      if (outcome === 'too_many') throw new AppError('rate_limited', 'The list takes no more reports today.')
      if (outcome === 'no_place') throw new AppError('not_found', 'There is no such place in a shared list.')
      return reply.code(204).send()
    },
  )
}
