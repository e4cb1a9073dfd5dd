import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Budgets } from '../../core/budgets.ts'
import { AppError } from '../../core/app-error.ts'
import type { Release } from '../../core/fair-queue.ts'
import { refuse } from './back-pressure.ts'
import { renderError } from '../../core/error-renderer.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route limits its bodies itself, because they are much larger than others. */
    readonly boundsItsBodies?: boolean
  }
}

const MEGABYTE = 1024 * 1024
/** Smaller bodies and answers are not counted, because the number of connections bounds their memory. */
const MAX_UNCOUNTED_BODY = 16 * 1024
const MAX_UNCOUNTED_ANSWER = 64 * 1024
/** The route refuses a larger body without reading it. */
const MAX_COUNTED_BODY = 4 * MEGABYTE
/** A stream of unknown length counts as the data that it buffers: 50 videos of an export. */
const STREAM_MEGABYTES = 16
/** Bytes per write, so that the connection shows the progress of its reader. */
const SLICE_BYTES = 64 * 1024

/**
 * Bounds the memory of arriving bodies and unsent answers, per network and in total, because clients decide how long
 * either takes.
 */
export function boundMemory(app: FastifyInstance, budgets: Pick<Budgets, 'tryEnter'>): void {
  const hold = (
    name: 'bodyMegabytes' | 'answerMegabytes' | 'proxiedRequest',
    request: FastifyRequest,
    reply: FastifyReply,
    weight: number,
  ): boolean => {
    // A closed connection emits no further `close`.
    if (reply.raw.destroyed) return true
    const release: Release | null = budgets.tryEnter(name, { account: null, address: request.ip }, weight)
    if (release) reply.raw.once('close', release)
    return release !== null
  }

  app.addHook('onRequest', (request, reply, done) => {
    const isProxied = request.ip !== request.socket.remoteAddress
    const bytes = request.routeOptions.config.boundsItsBodies ? 0 : bodyBytes(request)
    const isRefused =
      (isProxied && !hold('proxiedRequest', request, reply, 1)) ||
      (bytes > MAX_UNCOUNTED_BODY && !hold('bodyMegabytes', request, reply, bytes / MEGABYTE))
    if (isRefused) void refuse(reply, request.id)
    else done()
  })

  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    const bytes = answerBytes(payload)
    if (bytes <= MAX_UNCOUNTED_ANSWER) return done(null, payload)
    if (request.routeOptions.config.needsNoTurn && payload instanceof Readable) return done(null, payload)
    if (!hold('answerMegabytes', request, reply, bytes / MEGABYTE)) {
      if (payload instanceof Readable) payload.destroy()
      return done(null, refusal(reply, request.id))
    }
    if (payload instanceof Readable || request.method === 'HEAD') return done(null, payload)
    void reply.header('content-length', bytes)
    return done(null, Readable.from(slicesOf(payload)))
  })
}

/** The declared size; a body without one counts as the limit of its route. */
function bodyBytes({ headers, routeOptions }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return routeOptions.bodyLimit ?? 0
  return Math.min(Number(headers['content-length'] ?? 0), MAX_COUNTED_BODY)
}

function answerBytes(payload: unknown): number {
  if (payload instanceof Readable) return STREAM_MEGABYTES * MEGABYTE
  if (Buffer.isBuffer(payload)) return payload.length
  // No character takes more than three bytes.
  return typeof payload === 'string' && payload.length * 3 > MAX_UNCOUNTED_ANSWER
    ? Buffer.byteLength(payload)
    : 0
}

function* slicesOf(payload: unknown): Generator<Buffer> {
  const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(String(payload))
  for (let from = 0; from < bytes.length; from += SLICE_BYTES) yield bytes.subarray(from, from + SLICE_BYTES)
}

function refusal(reply: FastifyReply, requestId: string): string {
  const problem = new AppError('overloaded', 'Too many large answers are waiting for their clients.', {
    retryAfter: 2,
  })
  const { status, headers, body } = renderError(problem, requestId)
  for (const name of ['etag', 'cache-control', 'content-disposition', 'content-length', 'content-range'])
    void reply.removeHeader(name)
  void reply.code(status).headers(headers).type('application/json; charset=utf-8')
  return JSON.stringify(body)
}
