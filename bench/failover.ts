/**
 * Kills the primary of the cluster of deploy/cluster while people write, and counts what was acknowledged and is gone
 * or there twice, and how long until writes succeed again. Limits: nothing lost, nothing doubled, 30 s.
 * Then it freezes the primary, which for the others is a network that is cut, and thaws it when another has taken over:
 * it must not go on as before. Needs what deploy/cluster/up.sh needs; without it nothing is measured. KILLS (5),
 * FREEZES (1) and WRITERS (6) choose how much.
 */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openDatabase } from '@antojo/db/database'
import { AppClient } from '@antojo/testing/client'
import { buildPost } from '@antojo/testing/sandbox/post'
import { startSandbox } from '@antojo/testing/sandbox/sandbox'
import { z } from 'zod'

const run = promisify(execFile)
const kills = Number(process.env['KILLS'] ?? 5)
const freezes = Number(process.env['FREEZES'] ?? 1)
const writers = Number(process.env['WRITERS'] ?? 6)
const scripts = fileURLToPath(new URL('../deploy/cluster', import.meta.url))
const dir = process.env['CLUSTER_DIR'] ?? '/var/tmp/antojo-cluster'
const url = 'http://127.0.0.1:24700'
const databaseUrl = 'postgres://antojo:antojo-cluster@127.0.0.1:24500/antojo'
const patroniPorts = [24601, 24602, 24603]
const writeTimeoutMs = 5_000
const pauseMs = 100
const limitMs = 60_000
/** Every so many writes, a link is added instead of a list made. */
const addEvery = 5

const posts = Array.from({ length: 400 }, (_, index) =>
  buildPost({ id: `failover-${index}`, title: `Día ${index} 📍 Contramar, Roma Norte, CDMX #mariscos` }),
)

const members = z.object({ members: z.array(z.looseObject({ role: z.string(), state: z.string() })) })
const acknowledged = { lists: new Set<string>(), links: new Set<string>() }
let failedWrites = 0
/** What a fault began, and when the first write that was begun after it was acknowledged. */
const recovery: { since: number; at?: number | undefined } = { since: Infinity }
const stop = new AbortController()

if (existsSync('/usr/bin/patroni')) await measure()
else console.log('Not measured: patroni, etcd and HAProxy are not installed here.')

async function measure(): Promise<void> {
  await mkdir(dir, { recursive: true })
  const sandbox = await startSandbox({ posts })
  const settings = { ...sandbox.env, RATE_LIMITS: 'off' }
  const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'`)
  await writeFile(join(dir, 'app.env'), `${lines.join('\n')}\n`)
  try {
    const up = await run(join(scripts, 'up.sh'), { env: { ...process.env, CLUSTER_DIR: dir } })
    console.log(up.stdout.trim())
    await killRepeatedly()
  } finally {
    await run(join(scripts, 'down.sh'), ['--remove'])
    await sandbox.close()
  }
}

async function killRepeatedly(): Promise<void> {
  const clients = await Promise.all(
    Array.from({ length: writers }, () =>
      AppClient.enter(url, { email: `${randomUUID()}@antojo.test`, password: 'tengo-antojo-de-tacos' }),
    ),
  )
  const writing = clients.map((client, index) => write(client, index))
  const recoveries: number[] = []
  for (let turn = 1; turn <= kills + freezes; turn += 1) {
    const primary = await settled()
    await wait(2_000)
    const fault = turn <= kills ? 'killed' : 'frozen'
    const pids = await processesOf(primary)
    signal(pids, fault === 'killed' ? 'SIGKILL' : 'SIGSTOP')
    const ms = await untilWritten(performance.now())
    recoveries.push(ms)
    console.log(`${turn}: postgres${primary} ${fault}, writes again after ${(ms / 1000).toFixed(1)} s`)
    if (fault === 'killed') await run(join(scripts, 'patroni.sh'), [String(primary)])
    else signal(pids, 'SIGCONT')
  }
  const whole = await settled().then(
    () => true,
    () => false,
  )
  stop.abort()
  await Promise.all(writing)
  await report(recoveries)
  if (whole) return
  console.log('Not every Postgres follows again.')
  process.exitCode = 1
}

/** One person who writes without pause; a write that was not acknowledged is never tried again. */
async function write(client: AppClient, writer: number): Promise<void> {
  const own = posts.filter((_, index) => index % writers === writer).map(({ link }) => link)
  for (let turn = 1; !stop.signal.aborted; turn += 1) {
    const link = turn % addEvery === 0 ? own.pop() : undefined
    const begun = performance.now()
    const done = link === undefined ? makeList(client) : add(client, link)
    if (!(await done.catch(() => false))) failedWrites += 1
    else if (begun > recovery.since) recovery.at ??= performance.now()
    await wait(pauseMs)
  }
}

async function makeList(client: AppClient): Promise<boolean> {
  const name = randomUUID()
  const request = client.request('/rest/v1/video_lists', { method: 'POST', body: JSON.stringify({ name }) })
  const answer = await Promise.race([request, wait(writeTimeoutMs, null)])
  if (answer?.status !== 201) return false
  acknowledged.lists.add(name)
  return true
}

async function add(client: AppClient, link: string): Promise<boolean> {
  const outcome = await client.add(link)
  if (outcome.decision !== 'accepted') return false
  acknowledged.links.add(`${client.userId} ${link}`)
  return true
}

/** Patroni, its Postgres, and the processes of that; the first two alone are named on disk. */
async function processesOf(primary: number): Promise<number[]> {
  const patroni = Number(await readFile(join(dir, 'pid', `postgres${primary}`), 'utf8'))
  const [line = ''] = (await readFile(join(dir, `postgres${primary}`, 'postmaster.pid'), 'utf8')).split('\n')
  const children = await readFile(`/proc/${line}/task/${line}/children`, 'utf8')
  // 0 would mean this very process and its like.
  return [patroni, Number(line), ...children.split(' ').map(Number)].filter((pid) => pid > 1)
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // A connection's process may have ended meanwhile.
    }
  }
}

/** Milliseconds until the first acknowledged write of those that were begun after the fault. */
async function untilWritten(since: number): Promise<number> {
  recovery.since = since
  recovery.at = undefined
  while (recovery.at === undefined && performance.now() - since < limitMs) await wait(50)
  return (recovery.at ?? since + limitMs) - since
}

async function primaryNow(): Promise<number | null> {
  const asked = patroniPorts.map(async (port, index) => {
    const answer = await fetch(`http://127.0.0.1:${port}/primary`, { signal: AbortSignal.timeout(1_000) })
    return answer.ok ? index + 1 : null
  })
  const found = await Promise.allSettled(asked)
  return (
    found.flatMap((each) => (each.status === 'fulfilled' && each.value !== null ? [each.value] : []))[0] ??
    null
  )
}

/** Waits until there are a primary, a synchronous standby and a third that follows; returns the primary. */
async function settled(): Promise<number> {
  const deadline = performance.now() + 2 * limitMs
  while (performance.now() < deadline) {
    const primary = await primaryNow()
    if (primary !== null) {
      const answer = await fetch(`http://127.0.0.1:${patroniPorts[primary - 1]}/cluster`)
      const { members: all } = members.parse(await answer.json())
      const standby = all.some(({ role }) => role === 'sync_standby')
      if (standby && all.length === 3 && all.every(({ state }) => ['running', 'streaming'].includes(state)))
        return primary
    }
    await wait(500)
  }
  throw new Error('The cluster did not settle.')
}

async function report(recoveries: readonly number[]): Promise<void> {
  const database = await openDatabase({ kind: 'postgres', url: databaseUrl, poolSize: 2 })
  const lists = await database.asSystem('count', (tx) =>
    tx.selectFrom('video_lists').select('name').execute(),
  )
  const videos = await database.asSystem('count', (tx) =>
    tx.selectFrom('videos').select(['user_id', 'video_url']).execute(),
  )
  await database.close()
  const found = [...lists.map(({ name }) => name), ...videos.map((row) => `${row.user_id} ${row.video_url}`)]
  const there = new Map<string, number>()
  for (const key of found) there.set(key, (there.get(key) ?? 0) + 1)
  const all = [...acknowledged.lists, ...acknowledged.links]
  const lost = all.filter((key) => !there.has(key)).length
  const doubled = all.filter((key) => (there.get(key) ?? 0) > 1).length
  const slowest = Math.max(...recoveries)
  console.log(
    `${kills} kills, ${freezes} freezes: ${all.length} acknowledged writes (${acknowledged.links.size} of them adds), ` +
      `${lost} lost, ${doubled} doubled; ${failedWrites} failed while the primary changed; ` +
      `slowest recovery ${(slowest / 1000).toFixed(1)} s`,
  )
  if (lost > 0 || doubled > 0 || slowest > 30_000) process.exitCode = 1
}
