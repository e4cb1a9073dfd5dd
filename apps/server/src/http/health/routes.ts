import { sameSecret } from '@antojo/auth/secrets'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import { isLoopback } from '../../config/exposure.ts'
import { AppError } from '../../core/app-error.ts'

export interface Readiness {
  /** The reason why this node should get no traffic now; null when it may. */
  check(): Promise<string | null>
}

export interface MetricsAccess {
  readonly registry: Registry
  /** Accepted bearer tokens. */
  readonly keys: readonly string[]
  /**
   * True when programs on this machine need no key; false when a proxy could make visitors look like local programs.
   */
  readonly isOpenLocally: boolean
}

/** Health checks take no turn and are not logged. */
const NO_TURN_NO_LOG = { logLevel: 'warn', config: { needsNoTurn: true } } as const

/** `/healthz`: the process runs. `/readyz`: it can serve. `/metrics`: figures for Prometheus, with a key. */
export function addHealthRoutes(app: FastifyInstance, readiness: Readiness, metrics: MetricsAccess): void {
  app.get('/healthz', NO_TURN_NO_LOG, async () => ({ ok: true }))
  // Concurrent checks share one query, so that many of them do not load the database.
  let checking: Promise<string | null> | undefined
  app.get('/readyz', NO_TURN_NO_LOG, async (_request, reply) => {
    checking ??= readiness.check().finally(() => (checking = undefined))
    const reason = await checking
    return reply
      .code(reason === null ? 200 : 503)
      .send(reason === null ? { ok: true } : { ok: false, reason })
  })
  app.get('/metrics', NO_TURN_NO_LOG, async (request, reply) => {
    if (!mayReadMetrics(request, metrics))
      throw new AppError('forbidden', 'Send METRICS_TOKEN or the service role key as bearer token.')
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}

/** A proxy on this machine that is not configured as one is recognised by the headers that proxies add. */
function mayReadMetrics(request: FastifyRequest, { keys, isOpenLocally }: MetricsAccess): boolean {
  const { authorization = '', host = '', ...headers } = request.headers
  if (keys.some((key) => sameSecret(authorization, `Bearer ${key}`))) return true
  const isForwarded = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'].some((name) => name in headers)
  const isLocalName = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/u.test(host)
  const { remoteAddress = '' } = request.socket
  return isOpenLocally && isLoopback(remoteAddress) && isLocalName && !isForwarded
}
