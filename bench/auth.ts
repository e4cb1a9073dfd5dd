/**
 * Measures the auth service against its peer, in one run on one machine:
 *
 * node bench/auth.ts            SECONDS=4 ROUNDS=3 PEER_DIR=… node bench/auth.ts
 *
 * Sign-ins and refreshes per second, and the latency of GET /user while others sign in. The peer is @supabase/lite on
 * the same Postgres, installed for the run (PEER_DIR keeps it), with its default password hash; Antojo's is the one
 * that OWASP recommends (argon2id, 19 MiB, two passes).
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asSuperuser, createAppDatabase } from '@antojo/db/embedded/provision'
import { startServer } from '@antojo/db/embedded/server'
import { migrate } from '@antojo/db/migrate'
import { MIGRATION_SOURCES } from '@antojo/testing/database-sources'
import { Pool } from 'pg'
import { type Body, createClient, type Send, storm } from './auth/client.ts'
import { median, quantile } from './support/figures.ts'
import { startOurs, startPeer, stopTarget, type Target } from './support/targets.ts'

const seconds = Number(process.env['SECONDS'] ?? 4)
const rounds = Number(process.env['ROUNDS'] ?? 3)
const LANES = 8
const POOL_SIZE = 8
const PROBE_PAUSE_MS = 5
const PASSWORD = 'correct horse battery staple'

type Figures = Record<'signIns' | 'refreshes' | 'idle' | 'storming', number>

const dir = await mkdtemp(join(tmpdir(), 'bench-auth-'))
const server = await startServer({ dir: join(dir, 'postgres') })
const { socketDir } = server
const targets: Target[] = []
try {
  await createAppDatabase(server)
  const pool = new Pool({ host: socketDir, user: 'antojo', database: 'antojo', max: 2 })
  await migrate(pool, MIGRATION_SOURCES)
  await pool.end()
  await asSuperuser({ host: socketDir }, 'postgres', (client) =>
    client.query('create database peer owner antojo'),
  )
  targets.push(await startOurs(new URL('auth/target.ts', import.meta.url), socketDir))
  const secret = 'a secret for the benchmark, long enough to be one'
  const own = { database: 'peer', hasOwnSchema: true }
  const peer = await startPeer(dir, { socketDir, poolSize: POOL_SIZE, secret, ...own })
  if (peer) targets.push(peer)
  await compare()
} finally {
  for (const target of targets) await stopTarget(target)
  await server.stop()
  await rm(dir, { recursive: true, force: true })
}

async function compare(): Promise<void> {
  const clients = targets.map(({ name, port }) => ({
    name,
    figures: new Array<Figures>(),
    ...createClient(port),
  }))
  for (const { send } of clients) {
    for (let lane = 0; lane < LANES; lane += 1)
      await send('POST', '/signup', { email: emailOf(lane), password: PASSWORD })
    await storm(LANES, 1, () => signIn(send, 0))
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const { send, figures } of clients) figures.push(await measure(send))
  }
  for (const { name, figures, close } of clients) {
    await close()
    const of = (key: keyof Figures) => median(figures.map((figure) => figure[key]))
    console.log(
      `${name.padEnd(6)}${of('signIns').toFixed(1).padStart(8)} sign-ins/s ${of('refreshes').toFixed(0).padStart(7)} refreshes/s` +
        `   GET /user p99 ${of('idle').toFixed(1)} ms idle, ${of('storming').toFixed(1)} ms while others sign in` +
        ` (× ${(of('storming') / of('idle')).toFixed(1)})`,
    )
  }
}

async function measure(send: Send): Promise<Figures> {
  const signIns = await storm(LANES, seconds, (lane) => signIn(send, lane))
  const sessions = await Promise.all(Array.from({ length: LANES }, (_, lane) => signIn(send, lane)))
  const refreshes = await storm(LANES, seconds, async (lane) => {
    const body = { refresh_token: sessions[lane]?.['refresh_token'] }
    sessions[lane] = await send('POST', '/token?grant_type=refresh_token', body)
  })
  const token = String((await signIn(send, 0))['access_token'])
  const idle = await probe(send, token)
  const [storming] = await Promise.all([
    probe(send, token),
    storm(LANES, seconds, (lane) => signIn(send, lane)),
  ])
  return { signIns, refreshes, idle, storming }
}

/** The 99th percentile, in ms, of GET /user at a low rate. */
async function probe(send: Send, token: string): Promise<number> {
  const times: number[] = []
  await storm(1, seconds, async () => {
    const begun = performance.now()
    await send('GET', '/user', undefined, token)
    times.push(performance.now() - begun)
    await new Promise((resolve) => setTimeout(resolve, PROBE_PAUSE_MS))
  })
  return quantile(times, 0.99)
}

function signIn(send: Send, lane: number): Promise<Body> {
  return send('POST', '/token?grant_type=password', { email: emailOf(lane), password: PASSWORD })
}

function emailOf(lane: number): string {
  return `user${lane}@bench.test`
}
