import { transcribeRequest } from '@antojo/contract/transcribe'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { departureOf } from '../../core/departure.ts'
import type { TranscribeService } from './service.ts'

/** `POST /functions/v1/transcribe`: the speech in a post's clip. An empty text has a reason. */
export function transcribeRoutes(app: FastifyInstance, service: TranscribeService): void {
  app
    .withTypeProvider<ZodTypeProvider>()
    .post(
      '/functions/v1/transcribe',
      { schema: { body: transcribeRequest }, config: { budget: 'transcribe' } },
      ({ body }, reply) => service.transcribe(body.url, body.max_seconds, departureOf(reply)),
    )
}
