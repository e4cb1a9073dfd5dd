/**
 * Measures the data API against its peer and against the limit of Postgres itself, in one interleaved run:
 *
 * node bench/data-api.ts            SECONDS=4 ROUNDS=3 PEER_DIR=… node bench/data-api.ts
 *
 * peer: @supabase/lite on the same Postgres, installed for the run (PEER_DIR keeps it); limit: pgbench sending the same
 * statements prepared and pipelined. A column that cannot be measured here names the reason.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBenchDatabase } from './data-api/database.ts'
import { measureGrowth } from './data-api/growth.ts'
import { findPgbench, measureLimit } from './data-api/limit.ts'
import { load, type Load } from './data-api/load.ts'
import { requestsOf, type Scenario, scenarios } from './data-api/scenarios.ts'
import { SECRET } from './data-api/token.ts'
import { median } from './support/figures.ts'
import { startOurs, startPeer, stopTarget, type Target } from './support/targets.ts'
import { usageOf } from './support/usage.ts'

const seconds = Number(process.env['SECONDS'] ?? 4)
const rounds = Number(process.env['ROUNDS'] ?? 3)
const POOL_SIZE = 6
const connections = 16

type Measured = Load & { cpuMilliseconds: number; residentMegabytes: number }

/**
 * The server is started as packages/data-api/README.md advises: with a small heap, and modules from the compile cache.
 */
const advised = ['--max-semi-space-size=8', '--max-old-space-size=1024']

const dir = await mkdtemp(join(tmpdir(), 'bench-data-api-'))
const database = await startBenchDatabase(dir)
const { socketDir } = database.server
const targets: Target[] = []
try {
  const file = new URL('data-api/target.ts', import.meta.url)
  // The first start fills the compile cache.
  await stopTarget(await startOurs(file, socketDir, advised))
  targets.push(await startOurs(file, socketDir, advised))
  const own = { database: 'antojo', hasOwnSchema: false }
  const peer = await startPeer(dir, { socketDir, poolSize: POOL_SIZE, secret: SECRET, ...own })
  if (peer) targets.push(peer)
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
      limits.push(await measureLimit(pgbench, { pool: database.pool, socketDir, scenario, seconds }))
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
