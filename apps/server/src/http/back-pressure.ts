import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'

/** Requests that a node works on at once; each more would make all of them slower than people wait. */
const mostUnderWay = 160
const retryAfterSeconds = 2
/** Health must be told also, and most, when there is too much to do. */
const always = new Set(['/healthz', '/readyz', '/metrics'])

/** Says 503 with Retry-After, before any work, to what is more than the node can answer in good time. */
export function boundRequests(app: FastifyInstance): void {
  let underWay = 0
  app.addHook('onRequest', (request, reply, done) => {
    if (always.has(request.routeOptions.url ?? '')) return done()
    if (underWay >= mostUnderWay) {
      return done(
        new AppError('overloaded', 'Too many requests are under way.', { retryAfter: retryAfterSeconds }),
      )
    }
    underWay += 1
    reply.raw.once('close', () => (underWay -= 1))
    return done()
  })
}
