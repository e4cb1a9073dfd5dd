import type { FastifyReply } from 'fastify'
import { ApiError } from '../api-error.ts'

/**
 * The answer to a URL that Fastify cannot decode. Such requests reach no plugin, so the application calls this from its
 * `frameworkErrors` for URLs below the data API's prefix.
 */
export function answerBadUrl(reply: FastifyReply): void {
  const error = new ApiError(404, 'PGRST125', 'Invalid path specified in request URL')
  void reply
    .code(error.status)
    .headers({
      'Content-Type': 'application/json; charset=utf-8',
      'Proxy-Status': `PostgREST; error=${error.code}`,
    })
    .send(JSON.stringify(error.body()))
}
