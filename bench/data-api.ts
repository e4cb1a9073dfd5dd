/**
 * Measures the data API against its peer and against what Postgres itself can do, in one interleaved run:
 *
 *   node bench/data-api.ts            SECONDS=4 ROUNDS=3 PEER_DIR=… node bench/data-api.ts
 *
 * peer: @supabase/lite on the same Postgres, installed for the run (PEER_DIR keeps it); limit: pgbench sending
 * the same statements prepared and pipelined. A column that cannot be measured here names the reason.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BenchDatabase, startBenchDatabase } from '../packages/data-api/bench/database.ts'
import { measureGrowth } from '../packages/data-api/bench/growth.ts'
import { findPgbench, measureLimit } from '../packages/data-api/bench/limit.ts'
import { load, type Load } from '../packages/data-api/bench/load.ts'
import { requestsOf, type Scenario, scenarios } from '../packages/data-api/bench/scenarios.ts'
import { SECRET } from '../packages/data-api/bench/token.ts'
import { usageOf } from '../packages/data-api/bench/usage.ts'
import { installPeer } from './peer/install-peer.ts'

const seconds = Number(process.env['SECONDS'] ?? 4)
const rounds = Number(process.env['ROUNDS'] ?? 3)
const connections = 16

const compileCache = fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url))

type Target = { name: string; process: ChildProcess; port: number }
type Measured = Load & { cpuMilliseconds: number; residentMegabytes: number }

/** Our server is started as packages/data-api/README.md advises: a small heap, modules from the compile cache. */
const advised = ['--max-semi-space-size=8', '--max-old-space-size=1024']

const dir = await mkdtemp(join(tmpdir(), 'bench-data-api-'))
const database = await startBenchDatabase(dir)
const targets: Target[] = []
try {
  const first = await startTarget('ours', database, '')
  await stopTarget(first)
  targets.push(await startTarget('ours', database, ''))
  const peerDir = await preparePeer()
  if (peerDir !== undefined) targets.push(await startTarget('peer', database, peerDir))
  const pgbench = findPgbench()
  if (pgbench === undefined) console.log('limit: skipped, there is no pgbench on this machine')
  for (const scenario of scenarios) await compare(scenario, pgbench)
  const ours = targets[0]
  if (ours) {
    console.log('\ngrowth from 100 to 100,000 videos of one user (p50, one connection)')
    for (const line of await measureGrowth(ours.port, database.pool)) console.log(line)
  }
} finally {
  for (const target of targets) await stopTarget(target)
  await database.close()
  await rm(dir, { recursive: true, force: true })
}

async function compare(scenario: Scenario, pgbench: string | undefined): Promise<void> {
  const results = new Map<string, Measured[]>(targets.map(({ name }) => [name, []]))
  const limits: number[] = []
  for (const target of targets) await load(target.port, requestsOf(scenario), { connections: 4, seconds: 1 })
  for (let round = 0; round < rounds; round += 1) {
    for (const target of targets) results.get(target.name)?.push(await measure(target, scenario))
    if (pgbench !== undefined) {
      const { pool, server } = database
      const limit = await measureLimit(pgbench, { pool, socketDir: server.socketDir, scenario, seconds })
      limits.push(limit.perSecond)
    }
  }
  print(scenario, results, limits)
}

async function measure(target: Target, scenario: Scenario): Promise<Measured> {
  const pids = [target.process.pid ?? 0, database.server.pid()]
  const before = await Promise.all(pids.map(usageOf))
  const result = await load(target.port, requestsOf(scenario), { connections, seconds })
  const after = await Promise.all(pids.map(usageOf))
  const cpu = after.reduce(
    (sum, usage, at) => sum + (usage?.cpuSeconds ?? 0) - (before[at]?.cpuSeconds ?? 0),
    0,
  )
  return {
    ...result,
    cpuMilliseconds: (cpu * 1000) / Math.max(1, result.requests),
    residentMegabytes: after[0]?.residentMegabytes ?? 0,
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function print(
  scenario: Scenario,
  results: ReadonlyMap<string, readonly Measured[]>,
  limits: readonly number[],
): void {
  console.log(`\n${scenario.name}`)
  const rate = (name: string) => median((results.get(name) ?? []).map((run) => run.requests / run.seconds))
  const figure = (runs: readonly Measured[], of: (run: Measured) => number, digits: number) =>
    median(runs.map(of)).toFixed(digits).padStart(8)
  for (const [name, runs] of results) {
    const errors = runs.reduce((sum, run) => sum + run.errors, 0)
    console.log(
      `  ${name.padEnd(6)}${rate(name).toFixed(0).padStart(7)} req/s  p50${figure(runs, (run) => run.p50, 2)} ms` +
        `  p99${figure(runs, (run) => run.p99, 2)} ms  CPU${figure(runs, (run) => run.cpuMilliseconds, 3)} ms/req` +
        `  RSS${figure(runs, (run) => run.residentMegabytes, 0)} MB  ${(median(runs.map((run) => run.bytes)) / 1024).toFixed(1)} KB` +
        (errors > 0 ? `  ${errors} errors` : ''),
    )
  }
  const ratios = [
    results.has('peer') ? `ours / peer ${(rate('ours') / rate('peer')).toFixed(1)}` : 'peer: not measured',
    limits.length > 0 ? `ours / limit ${(rate('ours') / median(limits)).toFixed(2)}` : 'limit: not measured',
  ]
  if (limits.length > 0) console.log(`  limit ${median(limits).toFixed(0).padStart(7)} req/s`)
  console.log(`  ${ratios.join('   ')}`)
}

async function startTarget(name: string, { server }: BenchDatabase, peerDir: string): Promise<Target> {
  const own = fileURLToPath(new URL('../packages/data-api/bench/target.ts', import.meta.url))
  const child = fork(peerDir === '' ? own : join(peerDir, 'serve.mjs'), [name, server.socketDir], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    execArgv: peerDir === '' ? advised : [],
    env: { ...process.env, PEER_SECRET: SECRET, NODE_COMPILE_CACHE: compileCache },
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      const number = /^(\d+)\n/m.exec(chunk.toString())?.[1]
      if (number !== undefined) resolve(Number(number))
    })
    child.on('exit', () => reject(new Error(`${name} ended before it listened`)))
  })
  return { name, process: child, port }
}

async function stopTarget({ process: child }: Target): Promise<void> {
  const exited = once(child, 'exit')
  child.disconnect()
  await exited
}

/** Installs the peer with our server for it; undefined when that fails. */
async function preparePeer(): Promise<string | undefined> {
  const peerDir = process.env['PEER_DIR'] ?? join(dir, 'peer')
  if (!(await installPeer(peerDir))) return undefined
  await copyFile(new URL('../packages/data-api/bench/peer.mjs', import.meta.url), join(peerDir, 'serve.mjs'))
  return peerDir
}
