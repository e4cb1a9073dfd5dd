import { ApiError } from '@antojo/data-api/api-error'
import { dataApi } from '@antojo/data-api/plugin'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { limitRequests } from './rate-limits.ts'

/** The most rows of one answer; clients page beyond it. */
const maxRows = 1000
const poolSize = 6

/** Mounts the data API. Settings of a session are used on a server of our own only: PgBouncer would mix them up. */
export async function mountData(app: FastifyInstance, context: Context): Promise<void> {
  const { database, verifyToken, config } = context
  const own = config.database.kind === 'embedded'
  const pool = own
    ? database.openPool({ size: poolSize, settings: { plan_cache_mode: 'force_generic_plan' } })
    : database.pool
  await app.register(async (scope) => {
    packDespiteRange(scope)
    limitRequests(scope, context, {
      otherwise: 'dataRequest',
      toError: ({ code, message, retryAfter }) =>
        new ApiError(429, code, message, { headers: { 'Retry-After': String(retryAfter) } }),
    })
    await scope.register(dataApi, {
      prefix: '/rest/v1',
      pool,
      schemas: ['public'],
      anonRole: 'anon',
      maxRows,
      // Else whoever asks learns how many rows somebody has.
      plannerCounts: false,
      capabilityColumns: ['id', 'list_id', 'video_id'],
      listen: own,
      verifyToken: async (jwt) => {
        const verified = await verifyToken(jwt)
        if (verified.ok) return verified
        return {
          ok: false,
          code: verified.code === 'jwt_expired' ? 'PGRST303' : 'PGRST301',
          message: verified.message,
        }
      },
    })
  })
}

/** Content-Range counts rows here; packing takes it for bytes and would leave the answer as it is, so it looks away. */
function packDespiteRange(scope: FastifyInstance): void {
  const ranges = new WeakMap<FastifyReply, string | string[] | number>()
  const hide = async (_request: FastifyRequest, reply: FastifyReply) => {
    const range = reply.getHeader('content-range')
    if (range !== undefined) ranges.set(reply, range)
    reply.removeHeader('content-range')
  }
  const show = async (_request: FastifyRequest, reply: FastifyReply) => {
    const range = ranges.get(reply)
    if (range !== undefined) void reply.header('content-range', range)
  }
  scope.addHook('onRoute', (route) => {
    route.onSend = [hide, ...[route.onSend ?? []].flat(), show]
  })
}
