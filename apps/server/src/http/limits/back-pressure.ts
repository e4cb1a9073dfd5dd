import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { AppError } from '../../core/app-error.ts'
import type { PlaceBudgetName } from '../../core/budget-table.ts'
import type { Budgets } from '../../core/budgets.ts'
import type { Refusal, Release } from '../../core/fair-queue.ts'
import { renderError } from '../../core/error-renderer.ts'
import type { RequestScope } from '../../core/request-scope.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Gives the request's turn back; null before it has one. */
    endTurn: Release | null
  }
  interface FastifyContextConfig {
    /** The route works on nothing: files and health must be there also, and most, when there is too much to do. */
    readonly needsNoTurn?: boolean
  }
}

export interface BackPressureDeps {
  readonly budgets: Pick<Budgets, 'tryEnter' | 'enter'>
  readonly scope: Pick<RequestScope, 'asker'>
}

/** Routes that ask other servers wait for these a good part of their time, so more of them run at once. */
const OUTSIDE_ROUTES = /^\/(?:functions\/|places\b|oembed\b|img\b)/u
const RETRY_AFTER_SECONDS = 2

/**
 * Begins the work of a request only when there is a turn for it, and answers 503 with Retry-After when there is none in
 * good time. A turn is for work alone: it is taken when the whole request is there and given back when the answer is,
 * so clients that send or read slowly hold none.
 */
export function boundRequests(app: FastifyInstance, deps: BackPressureDeps): void {
  app.decorateRequest('endTurn', null)
  app.addHook('onRoute', (route) => takeTurns(route, deps))
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.endTurn?.()
    done(null, payload)
  })
}

function takeTurns(route: RouteOptions, deps: BackPressureDeps): void {
  const { handler } = route
  const budget = OUTSIDE_ROUTES.test(route.url) ? 'outsideRequest' : 'request'
  route.handler = async function handleInTurn(request, reply) {
    // The HEAD of a GET comes here twice; an injected request is part of one that has its turn.
    const isFree = request.routeOptions.config.needsNoTurn ?? !(request.raw.socket instanceof Socket)
    if (isFree || request.endTurn) return handler.call(this, request, reply)
    const turn = await turnFor(request, reply, budget, deps)
    if (turn === 'aborted') return reply.hijack()
    if (typeof turn === 'string') return refuse(reply, request.id)
    request.endTurn = turn
    try {
      const answer: unknown = handler.call(this, request, reply)
      // A handler that returns nothing, not even a promise, answers through the reply later.
      return answer === undefined ? reply : await Promise.resolve(answer)
    } finally {
      turn()
    }
  }
}

async function turnFor(
  request: FastifyRequest,
  reply: FastifyReply,
  budget: PlaceBudgetName,
  { budgets, scope }: BackPressureDeps,
): Promise<Release | Refusal> {
  const asker = await scope.asker(request)
  const atOnce = budgets.tryEnter(budget, asker)
  if (atOnce) return atOnce
  const left = new AbortController()
  const onClose = (): void => left.abort()
  reply.raw.once('close', onClose)
  if (reply.raw.destroyed) left.abort()
  const turn = await budgets.enter(budget, { asker, signal: left.signal })
  reply.raw.off('close', onClose)
  return turn
}

/** Sent, not thrown: each part of the server renders what is thrown in its own way. */
export function refuse(reply: FastifyReply, requestId: string): FastifyReply {
  const problem = new AppError('overloaded', 'Too many requests are under way.', {
    retryAfter: RETRY_AFTER_SECONDS,
  })
  const { status, headers, body } = renderError(problem, requestId)
  return reply.code(status).headers(headers).send(body)
}
