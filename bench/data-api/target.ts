/** The data API under load, in a process of its own: node target.ts SOCKET_DIR. Prints its port. */
import { dataApi, type VerifiedToken } from '@antojo/data-api/plugin'
import Fastify from 'fastify'
import { Pool } from 'pg'
import { claimsOf } from './token.ts'

const POOL_SIZE = 6
const socketDir = process.argv[2] ?? ''

const pool = new Pool({ host: socketDir, user: 'antojo', database: 'antojo', max: POOL_SIZE })
// Postgres may end first when the measurement is over.
pool.on('error', () => process.exit(0))

const known = new Map<string, VerifiedToken>()
const app = Fastify()
await app.register(dataApi, {
  prefix: '/rest/v1',
  pool,
  schemas: ['public'],
  anonRole: 'anon',
  maxRows: 1000,
  listen: false,
  verifyToken: async (jwt) => {
    const cached = known.get(jwt)
    if (cached) return cached
    const claims = claimsOf(jwt)
    const verified: VerifiedToken = claims
      ? { ok: true, claims }
      : { ok: false, code: 'PGRST301', message: 'bad signature' }
    known.set(jwt, verified)
    return verified
  },
})
await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`)
process.on('disconnect', () => process.exit(0))
