import { transcribeRequest } from '@antojo/contract/transcribe'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { TranscribeService } from './service.ts'

/** `POST /functions/v1/transcribe`: an empty text is an answer and says why. */
export function transcribeRoutes(app: FastifyInstance, service: TranscribeService): void {
  app
    .withTypeProvider<ZodTypeProvider>()
    .post(
      '/functions/v1/transcribe',
      { schema: { body: transcribeRequest }, config: { budget: 'transcribe' } },
      (request) => service.transcribe(request.body.url, request.body.max_seconds),
    )
}
