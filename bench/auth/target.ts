/** The auth service under load, in a process of its own: node target.ts SOCKET_DIR. Prints its port. */
import { generateKeySet, loadKeySet } from '@antojo/auth/keys'
import { authService } from '@antojo/auth/service'
import Fastify from 'fastify'
import { Pool } from 'pg'

const POOL_SIZE = 8

const app = Fastify()
const pool = new Pool({ host: process.argv[2], user: 'antojo', database: 'antojo', max: POOL_SIZE })
// The database is stopped before this process at the end.
pool.on('error', () => undefined)
const settings = {
  externalUrl: 'http://127.0.0.1/auth/v1',
  siteUrl: 'http://127.0.0.1',
  // The limits are checked as usual; they are only wide enough for a storm from one address.
  rateLimits: Object.fromEntries(
    ['send', 'token', 'refresh', 'light', 'account', 'accountByAddress'].map((name) => [
      name,
      { burst: 1e9, perSeconds: 1 },
    ]),
  ),
}
const keys = await loadKeySet(await generateKeySet())
await app.register(authService, { prefix: '/auth/v1', pool, keys, settings })
const address = await app.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`${new URL(address).port}\n`)
process.on('disconnect', () => process.exit(0))
