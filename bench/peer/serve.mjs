/**
 * The peer under load. This file is copied to the peer's folder and started there: node serve.mjs SETTINGS (JSON).
 * Prints its port.
 */
import { serve } from '@hono/node-server'
import { App } from '@supabase/lite'
import { createPostgresConnection } from '@supabase/lite/postgres'

const { socketDir, database, poolSize, secret, hasOwnSchema } = JSON.parse(process.argv[2])
const connection = createPostgresConnection({
  url: `postgres://antojo@localhost/${database}`,
  postgresOptions: { host: socketDir, path: `${socketDir}/.s.PGSQL.5432`, max: poolSize },
})
const app = new App({
  connection,
  auth: { enabled: true, jwt_secret: secret },
  options: { server: { apiKeys: false } },
})
if (hasOwnSchema) await app.ensureSystemSchema()
serve({ fetch: (request) => app.fetch(request), port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.stdout.write(`${port}\n`)
})
process.on('disconnect', () => process.exit(0))
