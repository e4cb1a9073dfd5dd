/** The auth service under load, in a process of its own: `node target.ts ours|peer SOCKET_DIR DATABASE PEER_DIR`. Prints its port. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import Fastify from 'fastify'
import { Pool } from 'pg'
import { z } from 'zod'
import { generateKeySet, loadKeySet } from '../src/keys.ts'
import { authService } from '../src/service.ts'

const [kind, socketDir = '', database = '', peerDir = ''] = process.argv.slice(2)
const poolSize = 8

const port = kind === 'peer' ? await servePeer() : await serveOurs()
process.stdout.write(`${port}\n`)
process.on('disconnect', () => process.exit(0))

async function serveOurs(): Promise<number> {
  const app = Fastify()
  const pool = new Pool({ host: socketDir, user: 'antojo', database, max: poolSize })
  // The server is stopped under us at the end.
  pool.on('error', () => undefined)
  const keys = await loadKeySet(await generateKeySet())
  const settings = {
    externalUrl: 'http://127.0.0.1/auth/v1',
    siteUrl: 'http://127.0.0.1',
    // The limits are checked as ever; they are only wide enough for a storm from one address.
    rateLimits: Object.fromEntries(
      ['send', 'token', 'account', 'accountByAddress'].map((name) => [name, { burst: 1e9, perSeconds: 1 }]),
    ),
  }
  await app.register(authService, { prefix: '/auth/v1', pool, keys, settings })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  return Number(new URL(address).port)
}

/** The peer has no types here: it is installed for the occasion, not a dependency. */
async function servePeer(): Promise<number> {
  // Its exports are for `import` only, and only a file beside it can import it by name.
  const door = join(peerDir, 'door.mjs')
  await writeFile(
    door,
    `export * as lite from '@supabase/lite'; export * as driver from '@supabase/lite/postgres'; export * as adapter from '@hono/node-server'`,
  )
  const { lite, driver, adapter } = z
    .object({
      lite: z.object({ App: z.any() }),
      driver: z.object({ createPostgresConnection: z.any() }),
      adapter: z.object({ serve: z.any() }),
    })
    .parse(await import(pathToFileURL(door).href))
  const connection = driver.createPostgresConnection({
    url: `postgres://antojo@localhost/${database}`,
    postgresOptions: {
      host: `${socketDir}/.s.PGSQL.5432`,
      path: `${socketDir}/.s.PGSQL.5432`,
      max: poolSize,
    },
  })
  const app = new lite.App({
    connection,
    auth: { enabled: true, jwt_secret: 'a secret for the benchmark, long enough to be one' },
    options: { server: { apiKeys: false } },
  })
  await app.ensureSystemSchema()
  return new Promise((resolve) => {
    adapter.serve(
      { fetch: (request: Request) => app.fetch(request), port: 0, hostname: '127.0.0.1' },
      (info: unknown) => resolve(z.object({ port: z.number() }).parse(info).port),
    )
  })
}
