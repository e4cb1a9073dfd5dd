/**
 * Measures the auth service against its peer, in one run on one machine:
 *
 *   node bench/auth.ts            SECONDS=4 ROUNDS=3 PEER_DIR=… node bench/auth.ts
 *
 * Sign-ins and refreshes a second, and the latency of GET /user while others sign in. The peer is @supabase/lite on the
 * same Postgres, installed for the run (PEER_DIR keeps it), with its default password hash; ours is the one that OWASP
 * recommends (argon2id, 19 MiB, two passes).
 */
import { fork, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { asSuperuser, createAppDatabase } from '@antojo/db/embedded/provision'
import { startServer } from '@antojo/db/embedded/server'
import { migrate } from '@antojo/db/migrate'
import { MIGRATION_SOURCES } from '@antojo/testing/database-sources'
import { Pool } from 'pg'
import { createClient, quantile, type Send, storm } from '../packages/auth/bench/client.ts'
import { installPeer } from './peer/install-peer.ts'

const seconds = Number(process.env['SECONDS'] ?? 4)
const rounds = Number(process.env['ROUNDS'] ?? 3)
const LANES = 8
const PROBE_PAUSE_MS = 5
const PASSWORD = 'correct horse battery staple'

type Target = { name: string; process: ChildProcess; send: Send; close(): void }
type Figures = Record<'signIns' | 'refreshes' | 'idle' | 'storming', number>

const dir = await mkdtemp(join(tmpdir(), 'bench-auth-'))
const server = await startServer({ dir: join(dir, 'postgres') })
const targets: Target[] = []
try {
  await createAppDatabase(server)
  const pool = new Pool({ host: server.socketDir, user: 'antojo', database: 'antojo', max: 2 })
  await migrate(pool, MIGRATION_SOURCES)
  await pool.end()
  targets.push(await startTarget('ours', 'antojo', ''))
  const folder = process.env['PEER_DIR'] ?? join(dir, 'peer')
  const peerDir = (await installPeer(folder)) ? folder : undefined
  if (peerDir !== undefined) {
    await asSuperuser({ host: server.socketDir }, 'postgres', (client) =>
      client.query('create database peer owner antojo'),
    )
    const peer = await startTarget('peer', 'peer', peerDir).catch((error: unknown) =>
      console.log(`peer: skipped, ${String(error)}`),
    )
    if (peer) targets.push(peer)
  }
  await compare()
} finally {
  for (const target of targets) {
    target.close()
    target.process.disconnect()
  }
  await server.stop()
  await rm(dir, { recursive: true, force: true })
}

async function compare(): Promise<void> {
  const results = new Map<string, Figures[]>()
  for (const { name, send } of targets) {
    for (let lane = 0; lane < LANES; lane += 1)
      await require200(send('POST', '/signup', { email: emailOf(lane), password: PASSWORD }))
    await storm(LANES, 1, () => signIn(send, 0).then(() => undefined))
    results.set(name, [])
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, send } of targets) results.get(name)?.push(await measure(send))
  }
  for (const [name, figures] of results) {
    const of = (key: keyof Figures) =>
      quantile(
        figures.map((figure) => figure[key]),
        0.5,
      )
    console.log(
      `${name.padEnd(6)}${of('signIns').toFixed(1).padStart(8)} sign-ins/s ${of('refreshes').toFixed(0).padStart(7)} refreshes/s` +
        `   GET /user p99 ${of('idle').toFixed(1)} ms idle, ${of('storming').toFixed(1)} ms while others sign in` +
        ` (× ${(of('storming') / of('idle')).toFixed(1)})`,
    )
  }
}

async function measure(send: Send): Promise<Figures> {
  const signIns = await storm(LANES, seconds, (lane) => signIn(send, lane).then(() => undefined))
  const sessions = await Promise.all(Array.from({ length: LANES }, (_, lane) => signIn(send, lane)))
  const refreshes = await storm(LANES, seconds, async (lane) => {
    const body = { refresh_token: sessions[lane]?.['refresh_token'] }
    sessions[lane] = await require200(send('POST', '/token?grant_type=refresh_token', body))
  })
  const token = String((await signIn(send, 0))['access_token'])
  const idle = await probe(send, token)
  const [storming] = await Promise.all([
    probe(send, token),
    storm(LANES, seconds, (lane) => signIn(send, lane).then(() => undefined)),
  ])
  return { signIns: signIns.perSecond, refreshes: refreshes.perSecond, idle, storming }
}

/** The 99th percentile, in ms, of GET /user at a low rate. */
async function probe(send: Send, token: string): Promise<number> {
  const times: number[] = []
  await storm(1, seconds, async () => {
    const begun = performance.now()
    await require200(send('GET', '/user', undefined, token))
    times.push(performance.now() - begun)
    await new Promise((resolve) => setTimeout(resolve, PROBE_PAUSE_MS))
  })
  return quantile(times, 0.99)
}

function signIn(send: Send, lane: number): Promise<Record<string, unknown>> {
  return require200(send('POST', '/token?grant_type=password', { email: emailOf(lane), password: PASSWORD }))
}

async function require200(answer: ReturnType<Send>): Promise<Record<string, unknown>> {
  const { status, body } = await answer
  if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`)
  return body
}

function emailOf(lane: number): string {
  return `user${lane}@bench.test`
}

async function startTarget(name: string, database: string, peerDir: string): Promise<Target> {
  const file = fileURLToPath(new URL('../packages/auth/bench/target.ts', import.meta.url))
  const child = fork(file, [name, server.socketDir, database, peerDir], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      const number = /^(\d+)\n/m.exec(chunk.toString())?.[1]
      if (number !== undefined) resolve(Number(number))
    })
    child.on('exit', () => reject(new Error(`${name} ended before it listened`)))
  })
  return { name, process: child, ...createClient(port) }
}
