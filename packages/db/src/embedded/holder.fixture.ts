import { Pool } from 'pg'
import { createAppDatabase } from './provision.ts'
import { startServer } from './server.ts'

/**
 * Holds an embedded server in a process of its own, for tests: `node holder.fixture.ts DIR [write]`. Prints `ready <pid
 * of Postgres>`, then, with `write`, each number once its row is committed. Ends on SIGTERM.
 */
const [dir = '', task] = process.argv.slice(2)

try {
  const server = await startServer({ dir })
  const pool = new Pool({ ...(await createAppDatabase(server)), max: 1 })
  pool.on('error', () => undefined)
  const ending = new AbortController()
  process.once('SIGTERM', () => {
    ending.abort()
    void pool.end().then(() => server.stop())
  })
  await pool.query('create table if not exists acknowledged (n int primary key)')
  process.stdout.write(`ready ${server.pid()}\n`)
  if (task === 'write')
    for (let n = 0; !ending.signal.aborted; n += 1) {
      await pool.query('insert into acknowledged values ($1)', [n])
      process.stdout.write(`${n}\n`)
    }
} catch (error) {
  process.stdout.write(`failed ${error instanceof Error ? error.message : ''}\n`)
  process.exitCode = 1
}
