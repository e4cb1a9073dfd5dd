/**
 * Kills the primary of the cluster of deploy/cluster during writes. Counts acknowledged rows that are lost or doubled,
 * and measures the time until writes succeed again. Limits: none lost, none doubled, 30 s.
 * Then it freezes the primary, which looks like a cut network to the others, and resumes it after the fail-over: it
 * must not act as primary. Needs what deploy/cluster/up.sh needs; without it nothing is measured. KILLS (5), FREEZES
 * (1) and WRITERS (6) set the amounts. `npm run test:faults cut-primary` really cuts the network.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { startSandbox } from '@antojo/testing/sandbox/sandbox'
import { Cluster, whyNoCluster } from '../apps/server/tests/faults/cluster.ts'
import { manyPosts } from '../apps/server/tests/faults/with-node.ts'
import { toldOfWrites, Writers } from '../apps/server/tests/faults/writers.ts'

const kills = Number(process.env['KILLS'] ?? 5)
const freezes = Number(process.env['FREEZES'] ?? 1)
const people = Number(process.env['WRITERS'] ?? 6)
const MAX_RECOVERY_MS = 30_000
const posts = manyPosts(400)

const why = whyNoCluster()
if (why === undefined) await measure()
else console.log(`Not measured: ${why}.`)

async function measure(): Promise<void> {
  const cluster = new Cluster({ dir: '/var/tmp/antojo-failover' })
  const sandbox = await startSandbox({ posts })
  try {
    await cluster.start({ ...sandbox.env, RATE_LIMITS: 'off' })
    await killRepeatedly(cluster)
  } finally {
    await cluster.remove()
    await sandbox.close()
  }
}

async function killRepeatedly(cluster: Cluster): Promise<void> {
  const writers = await Writers.start(cluster.url, people, posts)
  const recoveries: number[] = []
  for (let turn = 1; turn <= kills + freezes; turn += 1) {
    const primary = await cluster.settled()
    await wait(2_000)
    const fault = turn <= kills ? 'killed' : 'frozen'
    const pids = await cluster.processesOf(primary)
    signal(pids, fault === 'killed' ? 'SIGKILL' : 'SIGSTOP')
    const ms = await writers.untilWritten()
    recoveries.push(ms)
    console.log(`${turn}: postgres${primary} ${fault}, writes again after ${(ms / 1000).toFixed(1)} s`)
    if (fault === 'killed') await cluster.restart(primary)
    else signal(pids, 'SIGCONT')
  }
  const whole = await cluster.settled().then(
    () => true,
    () => false,
  )
  const written = await writers.finish(cluster.databaseUrl)
  const maxRecoveryMs = Math.max(...recoveries)
  console.log(
    `${kills} kills, ${freezes} freezes: ${toldOfWrites(written)}; maxRecoveryMs recovery ${(maxRecoveryMs / 1000).toFixed(1)} s`,
  )
  if (!whole) console.log('Not all Postgres servers follow the primary again.')
  if (!whole || written.lost > 0 || written.doubled > 0 || maxRecoveryMs > MAX_RECOVERY_MS)
    process.exitCode = 1
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // The process of a connection may have ended already.
    }
  }
}
