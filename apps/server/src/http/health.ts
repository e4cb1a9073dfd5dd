import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'

export interface Readiness {
  /** Why no traffic should come here now; null when it may. */
  check(): Promise<string | null>
}

/** `/healthz`: the process lives. `/readyz`: it can serve (database reachable, not stopping). `/metrics`: Prometheus. */
export function addHealthRoutes(app: FastifyInstance, readiness: Readiness, registry: Registry): void {
  app.get('/healthz', { logLevel: 'warn' }, async () => ({ ok: true }))
  app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    const reason = await readiness.check()
    return reply
      .code(reason === null ? 200 : 503)
      .send(reason === null ? { ok: true } : { ok: false, reason })
  })
  app.get('/metrics', { logLevel: 'warn' }, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )
}
