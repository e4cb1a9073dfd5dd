import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { z } from 'zod'

const run = promisify(execFile)
const scripts = fileURLToPath(new URL('../../../../deploy/cluster', import.meta.url))
const PROGRAMS = ['/usr/bin/etcd', '/usr/bin/patroni', '/usr/sbin/haproxy', '/usr/sbin/pgbouncer']
const ETCD_PORT = 24379
const POSTGRES_PORTS = [24501, 24502, 24503]
const PATRONI_PORTS = [24601, 24602, 24603]
const SETTLE_LIMIT_MS = 240_000
const member = z.object({ name: z.string(), role: z.string(), state: z.string() })
const cluster = z.object({ members: z.array(member) })
type Member = z.infer<typeof member>

export interface ClusterPlace {
  /** The folder of the cluster; removed when it ends. */
  readonly dir: string
  /** The IP addresses of the three Postgres servers; default: this machine. */
  readonly hosts?: readonly string[]
  /** Further settings of the scripts. */
  readonly env?: Readonly<Record<string, string>>
}

/** The reason why this machine cannot run a cluster; undefined when it can. */
export function whyNoCluster(): string | undefined {
  const missing = PROGRAMS.filter((path) => !existsSync(path))
  return missing.length > 0 ? `${missing.join(', ')} not installed` : undefined
}

/** The cluster of deploy/cluster: three Postgres under Patroni, numbered from 1, and the app on top. */
export class Cluster {
  readonly url = 'http://127.0.0.1:24700'
  readonly databaseUrl = 'postgres://antojo:antojo-cluster@127.0.0.1:24500/antojo'
  readonly dir: string
  readonly #hosts: readonly string[]
  readonly #env: NodeJS.ProcessEnv

  constructor({ dir, hosts = POSTGRES_PORTS.map(() => '127.0.0.1'), env = {} }: ClusterPlace) {
    this.dir = dir
    this.#hosts = hosts
    this.#env = { ...process.env, ...env, CLUSTER_DIR: dir, MACHINES: hosts.join(' ') }
  }

  /** Starts the cluster with these settings of the app. Throws when one is running, because this one would join it. */
  async start(settings: Readonly<Record<string, string>>): Promise<void> {
    if (await answers(ETCD_PORT)) throw new Error('A cluster runs here: deploy/cluster/down.sh ends it.')
    await mkdir(this.dir, { recursive: true })
    const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'`)
    await writeFile(join(this.dir, 'app.env'), `${lines.join('\n')}\n`)
    await run(join(scripts, 'up.sh'), { env: this.#env })
  }

  async remove(): Promise<void> {
    await run(join(scripts, 'down.sh'), ['--remove'], { env: this.#env })
  }

  /** Starts a Postgres that was killed. */
  async restart(postgres: number): Promise<void> {
    await run(join(scripts, 'patroni.sh'), [String(postgres)], { env: this.#env })
  }

  /** Returns the process ids of Patroni, its Postgres and that server's children. Only the first two have pid files. */
  async processesOf(postgres: number): Promise<number[]> {
    const patroni = Number(await readFile(join(this.dir, 'pid', `postgres${postgres}`), 'utf8'))
    const path = join(this.dir, `postgres${postgres}`, 'postmaster.pid')
    const [line = ''] = (await readFile(path, 'utf8')).split('\n')
    const children = await readFile(`/proc/${line}/task/${line}/children`, 'utf8')
    // 0 would kill the group of this process.
    return [patroni, Number(line), ...children.split(' ').map(Number)].filter((pid) => pid > 1)
  }

  async primaryNow(): Promise<number | null> {
    const asked = PATRONI_PORTS.map(async (_, index) => {
      const answer = await this.#ask(index, 'primary')
      return answer.ok ? index + 1 : null
    })
    const found = await Promise.allSettled(asked)
    const primaries = found.flatMap((each) => (each.status === 'fulfilled' && each.value) || [])
    return primaries[0] ?? null
  }

  /** Waits until there are a primary, a synchronous standby and another standby; returns the primary. */
  async settled(): Promise<number> {
    const deadline = performance.now() + SETTLE_LIMIT_MS
    let seen = 'no primary'
    while (performance.now() < deadline) {
      const primary = await this.primaryNow()
      const all = primary === null ? [] : await this.#members(primary).catch(() => [])
      if (primary !== null && isWhole(all)) return primary
      if (all.length > 0) seen = all.map(({ name, role, state }) => `${name} ${role} ${state}`).join(', ')
      await wait(500)
    }
    throw new Error(`The cluster did not settle: ${seen}.`)
  }

  /** Queries a Postgres on its own machine, without the network; rejects when the query fails. */
  async askLocally(postgres: number, sql: string): Promise<string> {
    const port = String(POSTGRES_PORTS[postgres - 1])
    const way = ['-h', join(this.dir, 'run'), '-p', port, '-U', 'postgres', '-qAt', '-c', sql]
    const { stdout } = await run('psql', way, { env: { ...this.#env, PGCONNECT_TIMEOUT: '5' } })
    return stdout.trim()
  }

  async #members(primary: number): Promise<readonly Member[]> {
    return cluster.parse(await (await this.#ask(primary - 1, 'cluster')).json()).members
  }

  #ask(index: number, path: string): Promise<Response> {
    const host = `${this.#hosts[index]}:${PATRONI_PORTS[index]}`
    return fetch(`http://${host}/${path}`, { signal: AbortSignal.timeout(1_000) })
  }
}

function isWhole(all: readonly Member[]): boolean {
  return (
    all.length === 3 &&
    all.some(({ role }) => role === 'sync_standby') &&
    // A former primary may have to be rewound before it follows.
    all.every(({ role, state }) => state === (role === 'leader' ? 'running' : 'streaming'))
  )
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
