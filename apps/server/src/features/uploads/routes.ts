import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../core/app-error.ts'
import { departureOf } from '../../core/departure.ts'
import { acceptUploads, type UploadLimits } from '../../core/upload.ts'
import type { Uploads } from './service.ts'

export interface UploadDeps extends UploadLimits {
  readonly uploads: Uploads
}

/** `POST /functions/v1/read-media`: the text in an uploaded picture or clip, for people with an account. */
export function uploadRoutes(app: FastifyInstance, { uploads, ...limits }: UploadDeps): void {
  const accept = acceptUploads(app, limits)
  const onRequest = [refuseJson, accept]
  const config = { budget: 'upload', boundsItsBodies: true } as const
  app.post('/functions/v1/read-media', { config, onRequest }, (request, reply) =>
    uploads.read(request.raw, departureOf(reply)),
  )
}

async function refuseJson(request: FastifyRequest): Promise<void> {
  if (request.headers['content-type']?.startsWith('application/json') === true)
    throw new AppError('bad_request', 'Send the bytes of a picture or clip, not JSON.')
}
