import { maxUploadBytes } from '@antojo/contract/read-media'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../core/app-error.ts'
import type { RequestScope } from '../../http/request-scope.ts'
import type { Uploads } from './service.ts'

/** Uploads that a node takes in at once; each is held in memory while it comes. */
const mostComing = 6

/** `POST /functions/v1/read-media`: the text in an uploaded picture or clip, for people with an account. */
export function uploadRoutes(app: FastifyInstance, uploads: Uploads, scope: RequestScope): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxUploadBytes }, (_request, body, done) =>
    done(null, body),
  )
  const options = { bodyLimit: maxUploadBytes, config: { budget: 'upload' } } as const
  let coming = 0
  // Strangers, and whoever is too many, are turned away before their bytes are read.
  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await scope.user(request)
    if (coming >= mostComing) throw new AppError('overloaded', 'Other files are coming.', { retryAfter: 5 })
    // Who has left by now will not leave again.
    if (reply.raw.destroyed) return
    coming += 1
    reply.raw.once('close', () => (coming -= 1))
  }
  app.post('/functions/v1/read-media', { ...options, onRequest }, async (request) => {
    if (!Buffer.isBuffer(request.body) || request.body.length === 0) {
      throw new AppError('media_unavailable', 'Send the bytes of a picture or clip.')
    }
    return uploads.read(request.body)
  })
}
