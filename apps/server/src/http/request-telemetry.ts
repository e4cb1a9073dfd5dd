import { networksOf } from '@antojo/auth/network'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RequestScope } from '../core/request-scope.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { Tracer } from '../telemetry/tracer.ts'

type End = ReturnType<Tracer['begin']>

/** Starts one span for each request, named after its route's pattern; the spans of its work become children. */
export function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  const ends = new WeakMap<FastifyRequest, End>()
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'request.id': request.id,
    }
    const options = { kind: 'server', attributes, parent: request.headers } as const
    ends.set(request, tracer.begin(`${request.method} ${route}`, options, done))
  })
  app.addHook('onResponse', async (request, reply) => {
    ends.get(request)?.({ 'http.response.status_code': reply.statusCode }, reply.statusCode >= 500)
  })
}

/** Measures and logs every request under its route's pattern instead of its path, to keep the number of series small. */
export function countRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: `${Math.floor(reply.statusCode / 100)}xx`,
    }
    metrics.http.observe(labels, reply.elapsedTime / 1000)
    const ms = Math.round(reply.elapsedTime)
    request.log.debug({ ...labels, status: reply.statusCode, ms }, 'request')
  })
}

const MINUTE_MS = 60_000
/** The most log lines of one kind per minute: a flood of refused requests must not fill the disk. */
const MAX_LINES_PER_KIND = 3
const MAX_KINDS = 300

/**
 * Logs refused requests with the account and network of their sender. A 404 does not count as a refusal.
 */
export function logRefusals(app: FastifyInstance, scope: Pick<RequestScope, 'asker'>): void {
  const counts = new Map<string, number>()
  const reset = setInterval(() => counts.clear(), MINUTE_MS).unref()
  app.addHook('onClose', async () => clearInterval(reset))
  app.addHook('onResponse', async (request, { statusCode: status }) => {
    const isRefusal = (status >= 400 && status < 500 && status !== 404) || status === 503
    if (!isRefusal) return
    const { account, address } = await scope.asker(request)
    const network = networksOf(address ?? '').narrow
    const { method, routeOptions } = request
    const line = { status, method, route: routeOptions.url ?? 'none', account, network }
    const kind = JSON.stringify(line)
    const count = (counts.get(kind) ?? 0) + 1
    if (count > MAX_LINES_PER_KIND || counts.size >= MAX_KINDS) return
    counts.set(kind, count)
    request.log.info(
      { ...line, ...(count === MAX_LINES_PER_KIND && { isLastOfMinute: true }) },
      'request refused',
    )
  })
}
