import { VERSION } from '@antojo/db/version'
import type { FastifyInstance } from 'fastify'
import { apiDocument, type Route } from './document.ts'
import { apiPage, PAGE_POLICY } from './page.ts'

/** `GET /openapi.json` and its page `GET /api`. Both are made at the first request, of the routes known by then. */
export function apiRoutes(app: FastifyInstance, routes: readonly Route[]): void {
  let json: string | undefined
  let page: string | undefined
  app.get('/openapi.json', async (_request, reply) => {
    json ??= JSON.stringify(apiDocument(routes, VERSION))
    return reply.type('application/json; charset=utf-8').header('access-control-allow-origin', '*').send(json)
  })
  app.get('/api', async (_request, reply) => {
    page ??= apiPage(apiDocument(routes, VERSION))
    return reply.type('text/html; charset=utf-8').header('content-security-policy', PAGE_POLICY).send(page)
  })
}
