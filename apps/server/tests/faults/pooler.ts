import { strict as assert } from 'node:assert'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createAppDatabase } from '@antojo/db/embedded/provision'
import { startServer } from '@antojo/db/embedded/server'
import { expectWhole, isReady, manyPosts, withNode, until } from './with-node.ts'

const run = promisify(execFile)
/** The path on Debian, which PATH may lack. */
const DEBIAN_RELEASES = '/usr/sbin/pgbouncer'
const program = existsSync(DEBIAN_RELEASES) ? DEBIAN_RELEASES : 'pgbouncer'
const shipped = new URL('../../../../deploy/pgbouncer/pgbouncer.ini', import.meta.url)
/** The first version that supports prepared statements in transaction mode. */
const OLDEST_VERSION = [1, 21] as const
const KILLS = 3
const AWAY_MS = 1_000

/**
 * Runs a node behind PgBouncer in transaction mode with the shipped settings, and kills PgBouncer with kill -9 during
 * adds.
 */
export async function killPooler(): Promise<string> {
  if (!(await isThere())) return `not tried: PgBouncer ${OLDEST_VERSION.join('.')} or newer is not installed`
  const dir = await mkdtemp(join(tmpdir(), 'antojo-pooler-'))
  const server = await startServer({ dir: join(dir, 'postgres') })
  // Neither Postgres nor the pooler runs as root, and the pooler must reach its folder.
  for (const each of [dir, join(dir, 'postgres')]) await chmod(each, 0o711)
  await createAppDatabase(server)
  const port = await freePort()
  const config = join(dir, 'pgbouncer.ini')
  await writeFile(config, configOf(await readFile(shipped, 'utf8'), server.socketDir, port), { mode: 0o644 })
  let pooler = await start(config, port)
  const posts = manyPosts(KILLS * 2)
  try {
    return await withNode(
      posts,
      async ({ app, enter }) => {
        const client = await enter()
        const acknowledged = new Set<string>()
        const times: number[] = []
        for (let kill = 0; kill < KILLS; kill += 1) {
          const [first, second] = posts.slice(kill * 2)
          if (!first || !second) break
          assert.equal((await client.add(first.link)).decision, 'accepted')
          acknowledged.add(first.link)
          const adding = client.add(second.link)
          await wait(Math.random() * 200)
          pooler.kill('SIGKILL')
          await wait(AWAY_MS)
          const back = performance.now()
          pooler = await start(config, port)
          await until('ready', () => isReady(app.url))
          times.push(performance.now() - back)
          if ((await adding).decision === 'accepted') acknowledged.add(second.link)
        }
        await expectWhole(client, acknowledged)
        return `${KILLS} times, ready ${(Math.max(...times) / 1000).toFixed(1)} s after it was back at most, ${acknowledged.size} of ${posts.length} adds acknowledged and there once`
      },
      { env: { DATABASE_URL: `postgres://antojo@127.0.0.1:${port}/antojo` } },
    )
  } finally {
    pooler.kill('SIGKILL')
    await server.stop()
    await rm(dir, { recursive: true })
  }
}

async function isThere(): Promise<boolean> {
  const said = await run(program, ['--version']).then(
    ({ stdout }) => stdout,
    () => '',
  )
  const [major = 0, minor = 0] = (/PgBouncer (\d+)\.(\d+)/u.exec(said)?.slice(1) ?? []).map(Number)
  return major > OLDEST_VERSION[0] || (major === OLDEST_VERSION[0] && minor >= OLDEST_VERSION[1])
}

/** The shipped settings, for a Postgres that trusts its socket. */
function configOf(text: string, socketDir: string, port: number): string {
  return text
    .replace(/^antojo = .*$/mu, `antojo = host=${socketDir} dbname=antojo user=antojo`)
    .replace(/^listen_port = .*$/mu, `listen_port = ${port}\nunix_socket_dir =`)
    .replace(/^auth_type = .*$/mu, 'auth_type = any')
    .replace(/^auth_file = .*$/mu, '')
}

async function start(config: string, port: number): Promise<ChildProcess> {
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const pooler = spawn(program, [...user, config], { stdio: 'ignore' })
  await until('pooler', async () => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect').finally(() => socket.destroy())
    return true
  })
  return pooler
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
