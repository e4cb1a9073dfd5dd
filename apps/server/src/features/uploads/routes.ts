import { MAX_UPLOAD_BYTES } from '@antojo/contract/read-media'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../core/app-error.ts'
import type { RequestScope } from '../../core/request-scope.ts'
import type { Uploads } from './service.ts'

/** Uploads that a node takes in at once; each is on disk while it comes. */
const maxComing = 6

/** `POST /functions/v1/read-media`: the text in an uploaded picture or clip, for people with an account. */
export function uploadRoutes(app: FastifyInstance, uploads: Uploads, scope: RequestScope): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, body, done) => done(null, body))
  let coming = 0
  // Strangers, and whoever is too many, are turned away before their bytes are read.
  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await scope.user(request)
    if (Number(request.headers['content-length'] ?? 0) > MAX_UPLOAD_BYTES)
      throw new AppError('payload_too_large', 'The file is too large.')
    if (coming >= maxComing) throw new AppError('overloaded', 'Other files are coming.', { retryAfter: 5 })
    // Who has left by now will not leave again.
    if (reply.raw.destroyed) return
    coming += 1
    reply.raw.once('close', () => (coming -= 1))
  }
  app.post('/functions/v1/read-media', { config: { budget: 'upload' }, onRequest }, (request) =>
    uploads.read(request.raw),
  )
}
