import { strict as assert } from 'node:assert'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '@antojo/db/database'
import { jumpClock } from './clock.ts'
import { cutPrimary } from './cut-primary/cut-primary.ts'
import { fillDisk } from './full-disk.ts'
import { fillPictureDisk } from './full-picture-disk.ts'
import { expectWhole, isReady, manyPosts, withNode, until } from './with-node.ts'
import {
  killDuringBackup,
  killDuringCity,
  killDuringRestore,
  killDuringUpgrade,
  killOneOfTwo,
  killRestoreCommand,
} from './killed-work.ts'
import { killNode, killPostgres, summaryOf } from './kills.ts'
import { halfOpenProvider, killOutside, slowProvider } from './outside.ts'
import { killPooler } from './pooler.ts'
import { killRoles } from './roles.ts'

export interface Fault {
  readonly name: string
  /** Throws when something is lost, doubled or stays unavailable; returns a summary. */
  readonly run: () => Promise<string>
}

const kills = Number(process.env['KILLS'] ?? 10)
const clients = Number(process.env['CLIENTS'] ?? 2_000)
const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

export const faults: readonly Fault[] = [
  { name: 'kill-node', run: async () => summaryOf(await killNode(kills)) },
  { name: 'kill-postgres', run: async () => summaryOf(await killPostgres(Math.ceil(kills / 2))) },
  { name: 'kill-roles', run: () => killRoles(Math.min(kills, 10)) },
  { name: 'kill-one-of-two', run: () => killOneOfTwo(Math.min(kills, 4)) },
  { name: 'kill-during-city', run: () => killDuringCity(Math.min(kills, 3)) },
  { name: 'kill-during-restore', run: () => killDuringRestore(Math.min(kills, 3)) },
  { name: 'kill-during-backup', run: () => killDuringBackup(Math.min(kills, 3)) },
  { name: 'kill-during-upgrade', run: () => killDuringUpgrade(Math.min(kills, 4)) },
  { name: 'kill-restore-command', run: () => killRestoreCommand(Math.min(kills, 4)) },
  { name: 'kill-pooler', run: killPooler },
  { name: 'kill-outside', run: killOutside },
  { name: 'cut-primary', run: cutPrimary },
  { name: 'half-open-provider', run: halfOpenProvider },
  { name: 'slow-provider', run: slowProvider },
  { name: 'job-delivered-twice', run: jobTwice },
  { name: 'killed-while-migrating', run: killWhileMigrating },
  { name: 'many-clients', run: manyClients },
  { name: 'full-disk', run: fillDisk },
  { name: 'full-picture-disk', run: fillPictureDisk },
  { name: 'clock-jump', run: jumpClock },
]

/** Runs completed jobs again, like a crash between effect and record. */
async function jobTwice(): Promise<string> {
  const posts = manyPosts(5)
  return withNode(posts, async ({ dataDir, enter }) => {
    const client = await enter()
    for (const { link } of posts) await client.add(link)
    const links = new Set(posts.map(({ link }) => link))
    await expectWhole(client, links)
    const read = async () => (await client.request('/rest/v1/videos?select=*&order=id')).text()
    const before = await read()
    const socket = encodeURIComponent(join(dataDir, 'database', 'data'))
    const database = await openDatabase({ kind: 'postgres', url: `postgres://antojo@/antojo?host=${socket}` })
    const again = await database.pool.query(
      `update pgboss.job set state = 'retry', start_after = now(), singleton_key = id::text where state = 'completed'`,
    )
    await until('done again', async () => {
      const { rows } = await database.pool.query(`select from pgboss.job where state < 'completed'`)
      return rows.length === 0
    })
    await database.close()
    assert.equal(await read(), before, 'a job had its effect twice')
    assert.ok((again.rowCount ?? 0) >= posts.length)
    return `${again.rowCount} jobs again, no row changed`
  })
}

/** Kills the node with kill -9 during its first start, at random moments of the migrations. */
async function killWhileMigrating(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'antojo-fault-'))
  const rounds = Math.min(kills, 6)
  for (let round = 0; round < rounds; round += 1) {
    const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' }
    const node = spawn(process.execPath, [main], { env, stdio: 'ignore' })
    const ended = once(node, 'exit')
    await wait(1_500 + Math.random() * 4_000)
    node.kill('SIGKILL')
    await ended
  }
  const started = performance.now()
  const posts = manyPosts(1)
  try {
    return await withNode(
      posts,
      async ({ app, enter }) => {
        const seconds = (performance.now() - started) / 1000
        assert.ok(await isReady(app.url))
        const client = await enter()
        for (const { link } of posts) assert.equal((await client.add(link)).decision, 'accepted')
        await expectWhole(client, new Set(posts.map(({ link }) => link)))
        return `${rounds} kills, then ready after ${seconds.toFixed(1)} s, and an add is there once`
      },
      { dataDir },
    )
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/**
 * Connects many clients at once, half of which add a link: each must get an answer or a 503, and the node must stay
 * ready.
 */
async function manyClients(): Promise<string> {
  const posts = manyPosts(clients / 2)
  return withNode(posts, async ({ app, enter }) => {
    const client = await enter()
    const acknowledged = new Set<string>()
    const started = performance.now()
    const add = async (link: string): Promise<string> => {
      const outcome = await client.add(link)
      if (outcome.decision === 'accepted') acknowledged.add(link)
      return outcome.decision === 'error' ? String(outcome.status) : '200'
    }
    const asking = [
      ...Array.from({ length: clients - posts.length }, () => readOver(app.url)),
      ...posts.map(({ link }) => add(link)),
    ]
    const answers = await Promise.all(asking.map((answer) => answer.catch(whyNone)))
    const counts = Object.groupBy(answers, (status) => status)
    const took = performance.now() - started
    assert.deepEqual(
      Object.keys(counts).filter((status) => !['200', '503'].includes(status)),
      [],
    )
    const recovery = await until('ready', () => isReady(app.url))
    await expectWhole(client, acknowledged, 2 * 60_000)
    return `${clients} clients: ${counts['200']?.length ?? 0} answered, ${counts['503']?.length ?? 0} told to come again, in ${(took / 1000).toFixed(1)} s; ready after ${recovery.toFixed(0)} ms; ${acknowledged.size} adds acknowledged, all there once`
  })
}

function whyNone(error: unknown): string {
  if (!(error instanceof Error)) return 'none'
  return `none: ${error.message}${error.cause instanceof Error ? `, ${error.cause.message}` : ''}`
}

/** The status of an answer over a new connection. */
async function readOver(url: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.setTimeout(30_000, () => socket.destroy(new Error('no answer')))
  socket.write('GET /places?query=contramar HTTP/1.1\r\nhost: antojo\r\nconnection: close\r\n\r\n')
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  return text.slice(9, 12)
}
