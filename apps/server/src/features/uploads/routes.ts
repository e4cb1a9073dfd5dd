import { maxUploadBytes } from '@antojo/contract/read-media'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../http/app-error.ts'
import type { RequestScope } from '../../http/request-scope.ts'
import type { Uploads } from './service.ts'

const perMinute = 10

/** `POST /functions/v1/read-media`: the text in an uploaded picture or clip, for people with an account. */
export function uploadRoutes(app: FastifyInstance, uploads: Uploads, scope: RequestScope): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxUploadBytes }, (_request, body, done) =>
    done(null, body),
  )
  const options = {
    bodyLimit: maxUploadBytes,
    config: { rateLimit: { max: perMinute, timeWindow: '1 minute' } },
  }
  // Strangers are turned away before their bytes are read.
  const onRequest = async (request: Parameters<RequestScope['user']>[0]): Promise<void> => {
    await scope.user(request)
  }
  app.post('/functions/v1/read-media', { ...options, onRequest }, async (request) => {
    if (!Buffer.isBuffer(request.body) || request.body.length === 0) {
      throw new AppError('media_unavailable', 'Send the bytes of a picture or clip.')
    }
    return uploads.read(request.body)
  })
}
