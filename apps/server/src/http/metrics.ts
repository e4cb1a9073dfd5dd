import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'

/** What the server counts; one registry a process. */
export interface Metrics {
  readonly registry: Registry
  readonly adds: Counter<'decision'>
  readonly steps: Histogram<'step' | 'state'>
  readonly http: Histogram<'method' | 'route' | 'status'>
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    adds: new Counter({
      name: 'antojo_adds_total',
      help: 'Links sent to be added, by what became of them',
      labelNames: ['decision'],
      registers,
    }),
    steps: new Histogram({
      name: 'antojo_step_seconds',
      help: 'Duration of the steps of an analysis',
      labelNames: ['step', 'state'],
      buckets: [0.005, 0.02, 0.1, 0.3, 1, 3, 10, 30],
      registers,
    }),
    http: new Histogram({
      name: 'antojo_http_request_seconds',
      help: 'Duration of HTTP requests',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
      registers,
    }),
  }
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
