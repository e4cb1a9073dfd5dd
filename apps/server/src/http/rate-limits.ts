import rateLimit, { type RateLimitPluginOptions } from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'

type Limits = Pick<RateLimitPluginOptions, 'global' | 'max' | 'timeWindow' | 'errorResponseBuilder'>

/**
 * Counts the requests of each person, whatever token they hold; those of guests and of bad tokens by address. The
 * operator's own key is not counted.
 */
export async function limitRequests(
  app: FastifyInstance,
  { scope, keys, config }: Context,
  limits: Limits,
): Promise<void> {
  if (!config.settings.RATE_LIMITS) return
  const operator = `Bearer ${keys.serviceRoleKey}`
  await app.register(rateLimit, {
    ...limits,
    allowList: ({ headers }) => headers.authorization === operator,
    keyGenerator: (request) =>
      scope.userOrGuest(request).then(
        (user) => user?.id ?? request.ip,
        () => request.ip,
      ),
  })
}
