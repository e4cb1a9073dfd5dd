import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { apiDocument, type Route } from './document.ts'
import { apiPage, PAGE_POLICY } from './page.ts'

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')))

/** `GET /openapi.json` and its page `GET /api`. Both are made at the first request, of the routes known by then. */
export function apiRoutes(app: FastifyInstance, routes: readonly Route[]): void {
  let json: string | undefined
  let page: string | undefined
  app.get('/openapi.json', async (_request, reply) => {
    json ??= JSON.stringify(apiDocument(routes, version))
    return reply.type('application/json; charset=utf-8').header('access-control-allow-origin', '*').send(json)
  })
  app.get('/api', async (_request, reply) => {
    page ??= apiPage(apiDocument(routes, version))
    return reply.type('text/html; charset=utf-8').header('content-security-policy', PAGE_POLICY).send(page)
  })
}
