import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from '../telemetry/metrics.ts'
import type { Tracer } from '../telemetry/tracer.ts'

type End = ReturnType<Tracer['begin']>

/** One span a request, under its route's pattern; what the request does becomes part of it. */
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

/** Times and logs every request under its route's pattern, never its path, so that the number of series stays small. */
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
