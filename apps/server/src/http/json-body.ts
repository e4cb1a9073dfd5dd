import type { FastifyInstance } from 'fastify'
import { AppError } from '../core/app-error.ts'

/** Every body of these routes is JSON, whatever content type a client claims; anything else is `invalid_json`. */
export function readBodiesAsJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'string' },
    async (_request: unknown, body: string): Promise<unknown> => {
      try {
        return JSON.parse(body)
      } catch {
        throw new AppError('invalid_json', 'The body is not JSON.')
      }
    },
  )
}
