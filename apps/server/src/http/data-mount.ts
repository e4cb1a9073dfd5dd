import { dataApi } from '@antojo/data-api/plugin'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'

/** The most rows of one answer; clients page beyond it. */
const maxRows = 1000
const poolSize = 6

/** Mounts the data API. Settings of a session are used on a server of our own only: PgBouncer would mix them up. */
export async function mountData(
  app: FastifyInstance,
  { database, verifyToken, config }: Context,
): Promise<void> {
  const own = config.database.kind === 'embedded'
  const pool = own
    ? database.openPool({ size: poolSize, settings: { plan_cache_mode: 'force_generic_plan' } })
    : database.pool
  await app.register(dataApi, {
    prefix: '/rest/v1',
    pool,
    schemas: ['public'],
    anonRole: 'anon',
    maxRows,
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
}
