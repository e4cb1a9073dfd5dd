/** The server under load, in a process of its own: `node target.ts ours|peer SOCKET_DIR PEER_DIR`. Prints its port. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { dataApi, type VerifiedToken } from '@antojo/data-api/plugin'
import Fastify from 'fastify'
import { Pool } from 'pg'
import { z } from 'zod'
import { claimsOf, secret } from './token.ts'

const [kind, socketDir = '', peerDir = ''] = process.argv.slice(2)
const poolSize = 4

const port = kind === 'peer' ? await servePeer() : await serveOurs()
process.stdout.write(`${port}\n`)
process.on('disconnect', () => process.exit(0))

async function serveOurs(): Promise<number> {
  const known = new Map<string, VerifiedToken>()
  const app = Fastify()
  await app.register(dataApi, {
    prefix: '/rest/v1',
    pool: new Pool({ host: socketDir, user: 'antojo', database: 'antojo', max: poolSize }),
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
  return typeof address === 'object' && address ? address.port : 0
}

/** The peer has no types here: it is installed for the occasion, not a dependency. */
async function servePeer(): Promise<number> {
  const require = createRequire(join(peerDir, 'package.json'))
  const load = async (name: string): Promise<unknown> => import(pathToFileURL(require.resolve(name)).href)
  const peer = z.object({ App: z.any() }).parse(await load('@supabase/lite'))
  const driver = z.object({ createConnection: z.any() }).parse(await load('@supabase/lite/postgres'))
  const adapter = z.object({ serve: z.any() }).parse(await load('@hono/node-server'))
  const connection = await driver.createConnection({
    url: `postgres://antojo@localhost/antojo`,
    postgresOptions: {
      host: `${socketDir}/.s.PGSQL.5432`,
      path: `${socketDir}/.s.PGSQL.5432`,
      max: poolSize,
    },
  })
  const app = new peer.App({
    connection,
    auth: { enabled: true, jwt_secret: secret },
    options: { server: { apiKeys: false } },
  })
  return new Promise((resolve) => {
    adapter.serve(
      { fetch: (request: Request) => app.fetch(request), port: 0, hostname: '127.0.0.1' },
      (info: unknown) => resolve(z.object({ port: z.number() }).parse(info).port),
    )
  })
}
