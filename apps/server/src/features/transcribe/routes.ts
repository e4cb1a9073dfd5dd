import { transcribeRequest } from '@antojo/contract/transcribe'
import type { ProductApp } from '../../core/request-scope.ts'
import { departureOf } from '../../core/departure.ts'
import { transcribe, type TranscribeDeps } from './service.ts'

/** `POST /functions/v1/transcribe`: the speech in a post's clip. An empty text has a reason. */
export function transcribeRoutes(app: ProductApp, deps: TranscribeDeps): void {
  app.post(
    '/functions/v1/transcribe',
    { schema: { body: transcribeRequest }, config: { budget: 'transcribe' } },
    ({ body }, reply) => transcribe(deps, body, departureOf(reply)),
  )
}
