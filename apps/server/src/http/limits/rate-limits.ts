import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { Context } from '../../context.ts'
import { AppError } from '../../core/app-error.ts'
import { type RateBudget, type RateBudgetName, RATE_BUDGETS } from '../../core/budget-table.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The budget of each request to this route; `auth` when the auth service applies its own limits. */
    readonly budget?: RateBudgetName | 'auth'
  }
}

export interface LimitOptions {
  /** The budget of routes that do not name one. */
  readonly otherwise: RateBudgetName
  /** Converts the refusal to the error format of the routes. */
  readonly toError?: (refusal: AppError) => Error
}

type LimitDeps = Pick<Context, 'scope' | 'keys' | 'budgets'>

/**
 * Counts each request to routes added from now on against the route's budget, before its body is read. Requests with
 * the service role key are not counted.
 */
export function limitRequests(
  app: FastifyInstance,
  deps: LimitDeps,
  { otherwise, toError }: LimitOptions,
): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, budget: route.config?.budget ?? otherwise }
  })
  app.addHook('onRequest', async (request) => {
    try {
      await countRequest(request, deps, request.routeOptions.config.budget ?? otherwise)
    } catch (error) {
      throw error instanceof AppError && toError ? toError(error) : error
    }
  })
}

async function countRequest(
  request: FastifyRequest,
  { scope, keys, budgets }: LimitDeps,
  budget: RateBudgetName | 'auth',
): Promise<void> {
  if (budget === 'auth' || request.headers.authorization === `Bearer ${keys.serviceRoleKey}`) return
  const { maxForGuests }: RateBudget = RATE_BUDGETS[budget]
  // Guests without access get `session_required` instead of a refusal for too many requests.
  if (maxForGuests === 0) await scope.user(request)
  await budgets.take(budget, { asker: await scope.asker(request) })
}

/** Prevents the node from starting while a route has no budget. */
export function requireBudgets(app: FastifyInstance): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  app.addHook('onReady', async () => {
    const missing = routes.filter(({ config }) => config?.budget === undefined)
    if (missing.length > 0)
      throw new Error(`Routes without a budget: ${missing.map(({ url }) => url).join(', ')}.`)
  })
}
