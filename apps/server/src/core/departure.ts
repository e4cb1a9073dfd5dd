import type { FastifyReply } from 'fastify'
import { AppError } from './app-error.ts'

/** Aborts when the client disconnects before its answer is sent, so that work for it ends and releases its places. */
export function departureOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const leave = (): void => controller.abort(new AppError('timeout', 'The client left before its answer.'))
  if (reply.raw.destroyed) leave()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) leave()
  })
  return controller.signal
}
