import { networksOf } from '@antojo/auth/network'
import type { FastifyInstance } from 'fastify'
import type { RequestScope } from '../core/request-scope.ts'

const minuteMs = 60_000
/** Lines of one kind in a minute: a flood must not fill the disk with what it is refused. */
const maxAlike = 3
const maxKinds = 300

/**
 * Logs requests that were refused, for lack of permission, of sense or of allowance, with the account and the network
 * that sent them. Addresses that do not exist are no refusal.
 */
export function logRefusals(app: FastifyInstance, scope: Pick<RequestScope, 'asker'>): void {
  const counts = new Map<string, number>()
  const reset = setInterval(() => counts.clear(), minuteMs).unref()
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
    if (count > maxAlike || counts.size >= maxKinds) return
    counts.set(kind, count)
    request.log.info({ ...line, ...(count === maxAlike && { isLastOfMinute: true }) }, 'request refused')
  })
}
