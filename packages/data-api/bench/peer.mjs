/** The peer under load. Copied to where it is installed and started there: node serve.mjs peer SOCKET_DIR. */
import { serve } from '@hono/node-server'
import { App } from '@supabase/lite'
import { createPostgresConnection } from '@supabase/lite/postgres'

const poolSize = 6
const socketDir = process.argv[3]
const connection = createPostgresConnection({
  url: 'postgres://antojo@localhost/antojo',
  postgresOptions: { host: socketDir, path: `${socketDir}/.s.PGSQL.5432`, max: poolSize },
})
const app = new App({
  connection,
  auth: { enabled: true, jwt_secret: process.env.PEER_SECRET },
  options: { server: { apiKeys: false } },
})
serve({ fetch: (request) => app.fetch(request), port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.stdout.write(`${port}\n`)
})
process.on('disconnect', () => process.exit(0))
