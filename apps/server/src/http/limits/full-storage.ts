import type { FastifyInstance } from 'fastify'
import { AppError } from '../../core/app-error.ts'
import type { StorageWatch } from '../../telemetry/storage.ts'
import { refuse } from './back-pressure.ts'

const RETRY_AFTER_SECONDS = 60
const WRITES = new Set(['POST', 'PUT', 'PATCH'])
/** Requests that are allowed on a full disk: signing in and out, and searches (POST), write little or nothing. */
const ALLOWED_WRITES = /^\/(?:auth\/v1\/(?:token|logout)|rest\/v1\/rpc)\b/u

/**
 * Refuses requests that would write to a full disk, with the reason, before Postgres stops for lack of space. Reading,
 * signing in and deleting still work.
 */
export function refuseWritesWhenFull(app: FastifyInstance, storage: Pick<StorageWatch, 'isFull'>): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!WRITES.has(request.method) || !storage.isFull() || ALLOWED_WRITES.test(request.url)) return done()
    void refuse(
      reply,
      request.id,
      new AppError('storage_full', 'The disk of the server is full.', { retryAfter: RETRY_AFTER_SECONDS }),
    )
  })
}
