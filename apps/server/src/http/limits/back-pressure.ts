import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { AppError } from '../../core/app-error.ts'
import type { PlaceBudgetName } from '../../core/budget-table.ts'
import type { Budgets } from '../../core/budgets.ts'
import { departureOf } from '../../core/departure.ts'
import type { Refusal, Release } from '../../core/fair-queue.ts'
import { renderError } from '../../core/error-renderer.ts'
import type { RequestScope } from '../../core/request-scope.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Releases the turn of the request; null until it has one. */
    endTurn: Release | null
  }
  interface FastifyContextConfig {
    /** The route needs no turn: files and health checks must also be served under overload. */
    readonly needsNoTurn?: boolean
  }
}

export interface BackPressureDeps {
  readonly budgets: Pick<Budgets, 'tryEnter' | 'enter'>
  readonly scope: Pick<RequestScope, 'asker'>
}

/** These routes mostly wait for other servers, so more of their requests run in parallel. */
const OUTSIDE_ROUTES = /^\/(?:functions\/|places\b|oembed\b|img\b)/u
const RETRY_AFTER_SECONDS = 2

/**
 * Starts the work of a request when there is a turn for it, and answers 503 with Retry-After when there is none in
 * time. A turn is taken when the whole request has arrived and released when the answer is complete, so clients that
 * send or read slowly do not hold one.
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
    // The HEAD of a GET passes here twice. An injected request is part of one that has a turn.
    const isFree = request.routeOptions.config.needsNoTurn ?? !(request.raw.socket instanceof Socket)
    if (isFree || request.endTurn) return handler.call(this, request, reply)
    const turn = await turnFor(request, reply, budget, deps)
    if (turn === 'aborted') return reply.hijack()
    if (typeof turn === 'string') return refuse(reply, request.id)
    request.endTurn = turn
    try {
      const answer: unknown = handler.call(this, request, reply)
      // A handler that returns nothing answers through the reply later.
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
  return budgets.enter(budget, { asker, signal: departureOf(reply) })
}

function overloaded(): AppError {
  return new AppError('overloaded', 'Too many requests are running.', { retryAfter: RETRY_AFTER_SECONDS })
}

/** Sends the refusal instead of throwing it, because each part of the server renders errors differently. */
export function refuse(reply: FastifyReply, requestId: string, problem = overloaded()): FastifyReply {
  const { status, headers, body } = renderError(problem, requestId)
  return reply.code(status).headers(headers).send(body)
}
