import type { FastifyInstance, FastifyRequest } from 'fastify'
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
