import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { AppError } from '../../core/app-error.ts'
import { type RateBudget, type RateBudgetName, RATE_BUDGETS } from '../../core/budget-table.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The budget of each request to this route. */
    readonly budget?: RateBudgetName
  }
}

export interface LimitOptions {
  /** The budget of routes without one of their own. */
  readonly otherwise?: RateBudgetName
  /** Turns the refusal into the error format of the routes. */
  readonly toError?: (refusal: AppError) => Error
}

/** Counts each request against its route's budget before its body is read. Requests with the service role key are not counted. */
export function limitRequests(
  app: FastifyInstance,
  { scope, keys, budgets }: Pick<Context, 'scope' | 'keys' | 'budgets'>,
  { otherwise, toError }: LimitOptions = {},
): void {
  const operator = `Bearer ${keys.serviceRoleKey}`
  app.addHook('onRequest', async (request: FastifyRequest) => {
    const budget = request.routeOptions.config.budget ?? otherwise
    if (budget === undefined || request.headers.authorization === operator) return
    const { maxForGuests }: RateBudget = RATE_BUDGETS[budget]
    // Where guests have no access, they get `session_required` instead of a refusal for too many requests.
    if (maxForGuests === 0) await scope.user(request)
    try {
      await budgets.take(budget, { asker: await scope.asker(request) })
    } catch (error) {
      throw error instanceof AppError && toError ? toError(error) : error
    }
  })
}
