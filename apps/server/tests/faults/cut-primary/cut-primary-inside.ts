/**
 * Started by cut-primary.ts in new namespaces: runs the cluster with each Postgres on its own simulated machine, and
 * cuts the primary's network.
 */
import { strict as assert } from 'node:assert'
import { mkdtemp } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { startSandbox } from '@antojo/testing/sandbox/sandbox'
import { Cluster } from '../cluster.ts'
import { manyPosts } from '../with-node.ts'
import { makeMachines } from './machines.ts'
import { toldOfWrites, Writers } from '../writers.ts'

const cuts = Number(process.env['CUTS'] ?? 2)
const PEOPLE = 6
const RECOVERY_LIMIT_MS = 30_000
const DEMOTION_LIMIT_MS = 60_000
const posts = manyPosts(200)

const machines = await makeMachines(3)
const cluster = new Cluster({
  dir: await mkdtemp('/var/tmp/antojo-cut-'),
  hosts: machines.hosts,
  env: machines.env,
})
const sandbox = await startSandbox({ posts })
try {
  await cluster.start({ ...sandbox.env, RATE_LIMITS: 'off' })
  await cutRepeatedly()
} finally {
  await cluster.remove()
  await sandbox.close()
}

async function cutRepeatedly(): Promise<void> {
  await cluster.askLocally(await cluster.settled(), 'create table while_cut (at timestamptz)')
  const writers = await Writers.start(cluster.url, PEOPLE, posts)
  const told: string[] = []
  for (let turn = 0; turn < cuts; turn += 1) {
    const old = await cluster.settled()
    await wait(2_000)
    await machines.cut(old)
    const [demoted, replaced, written] = await Promise.all([
      untilDemoted(old),
      untilReplaced(old),
      writers.untilWritten(),
    ])
    const [first, second, third] = [demoted, replaced, written].map((ms) => (ms / 1000).toFixed(1))
    told.push(
      `postgres${old} let nobody write after ${first} s, another primary after ${second} s, writes again after ${third} s`,
    )
    await machines.mend(old)
    assert.ok(written <= RECOVERY_LIMIT_MS, told.join('; '))
  }
  const primary = await cluster.settled()
  const written = await writers.finish(cluster.databaseUrl)
  assert.deepEqual([written.lost, written.doubled], [0, 0], toldOfWrites(written))
  assert.equal(await cluster.askLocally(primary, 'select count(*) from while_cut'), '0')
  console.log(`${told.join('; ')}; all three follow again; ${toldOfWrites(written)}`)
}

/**
 * Milliseconds until the isolated primary refuses writes, tried on its own machine. It must not acknowledge any before
 * that, because no standby would have them.
 */
async function untilDemoted(postgres: number): Promise<number> {
  const since = performance.now()
  const tries = { acknowledged: 0, over: false }
  const trying = tryToWrite(postgres, tries)
  while (await isPrimary(postgres)) {
    if (performance.now() - since > DEMOTION_LIMIT_MS)
      throw new Error(`postgres${postgres} goes on as primary although it is cut off`)
    await wait(200)
  }
  const ms = performance.now() - since
  tries.over = true
  await trying
  assert.equal(tries.acknowledged, 0, 'the primary that is cut off acknowledges writes')
  return ms
}

/** False for a Postgres that is stopping, or that has become a standby. */
function isPrimary(postgres: number): Promise<boolean> {
  return cluster.askLocally(postgres, 'select pg_is_in_recovery()').then(
    (follows) => follows === 'f',
    () => false,
  )
}

async function tryToWrite(postgres: number, tries: { acknowledged: number; over: boolean }): Promise<void> {
  while (!tries.over) {
    await cluster.askLocally(postgres, 'insert into while_cut values (now())').then(
      () => (tries.acknowledged += 1),
      () => undefined,
    )
    await wait(200)
  }
}

async function untilReplaced(old: number): Promise<number> {
  const since = performance.now()
  for (;;) {
    const primary = await cluster.primaryNow()
    if (primary !== null && primary !== old) return performance.now() - since
    if (performance.now() - since > DEMOTION_LIMIT_MS) throw new Error('No other primary.')
    await wait(200)
  }
}
