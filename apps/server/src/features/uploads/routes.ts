import { MAX_UPLOAD_BYTES } from '@antojo/contract/read-media'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../core/app-error.ts'
import type { Budgets } from '../../core/budgets.ts'
import { departureOf } from '../../core/departure.ts'
import type { RequestScope } from '../../core/request-scope.ts'
import type { Uploads } from './service.ts'

export interface UploadDeps {
  readonly uploads: Uploads
  readonly scope: Pick<RequestScope, 'user'>
  readonly budgets: Pick<Budgets, 'tryEnter'>
}

const RETRY_AFTER_SECONDS = 5

/** `POST /functions/v1/read-media`: the text in an uploaded picture or clip, for people with an account. */
export function uploadRoutes(app: FastifyInstance, { uploads, scope, budgets }: UploadDeps): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, body, done) => done(null, body))
  // Guests, and uploads beyond the limits, are refused before their bytes are read.
  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { id } = await scope.user(request)
    if (Number(request.headers['content-length'] ?? 0) > MAX_UPLOAD_BYTES)
      throw new AppError('payload_too_large', 'The file is too large.')
    if (request.headers['content-type']?.startsWith('application/json') === true)
      throw new AppError('bad_request', 'Send the bytes of a picture or clip, not JSON.')
    // A closed connection emits no further `close`.
    if (reply.raw.destroyed) return
    const release = budgets.tryEnter('uploading', { account: id, address: request.ip })
    if (release === null)
      throw new AppError('overloaded', 'Other files are being uploaded.', { retryAfter: RETRY_AFTER_SECONDS })
    reply.raw.once('close', release)
  }
  const config = { budget: 'upload', boundsItsBodies: true } as const
  app.post('/functions/v1/read-media', { config, onRequest }, (request, reply) =>
    uploads.read(request.raw, departureOf(reply)),
  )
}
