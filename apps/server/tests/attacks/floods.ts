import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type App, startApp } from '@antojo/testing/app'
import { AppClient } from '@antojo/testing/client'
import { startSmtp } from '@antojo/auth/testing/smtp'
import { manyPosts } from '../faults/with-node.ts'
import { type Experience, livePerson, quantile } from './honest-person.ts'
import { HOST_PORT } from './hostile-host.ts'
import { makeMemoryCgroup } from '../memory-cgroup.fixture.ts'
import { treeMemory } from './memory.ts'

/** The memory limit of the whole product, on systems where this process can set one. */
const GROUP_MEGABYTES = 1_024
/** The longest that a request of the person may take during a flood. */
const MAX_WAIT_MS = 2_000
const floodSeconds = Number(process.env['FLOOD_SECONDS'] ?? 12)
const WARM_UP_SECONDS = 3
const MEMORY_INTERVAL_MS = 250
const ATTACKER_NICENESS = 19
const floodScript = fileURLToPath(new URL('flood.ts', import.meta.url))

/** Attackers either hold sockets themselves, or come through a proxy that passes on their addresses. */
const SOCKET_FLOODS = ['slow-bodies', 'slow-headers', 'idle-connections', 'unread-answers']
const PROXIED_FLOODS = [
  'statements',
  'regular-expressions',
  'passwords',
  'mails',
  'user-metadata',
  'finds',
  'clips',
  'packed-clips',
  'slow-pictures',
  'huge-pictures',
  'drawings',
  'profile-pictures',
  'nested-imports',
  'large-previews',
  'lists-of-imports',
  'tools-of-assistants',
  'live-links',
]

export interface Tally {
  readonly passed: number
  readonly failed: number
}

/** Runs the named floods, or all of them, and prints a line for each. */
export async function runFloods(wanted: readonly string[]): Promise<Tally> {
  let [passed, failed] = [0, 0]
  for (const [names, env] of [
    [SOCKET_FLOODS, {}],
    [PROXIED_FLOODS, { TRUST_PROXY: 'on' }],
  ] as const) {
    const chosen = names.filter((name) => wanted.length === 0 || wanted.includes(name))
    for (const name of chosen) {
      const problems = await oneFlood(name, env)
      if (problems.length === 0) passed += 1
      else failed += 1
    }
  }
  return { passed, failed }
}

/** Each flood gets a new node, so that the remains of one do not affect the next. */
async function oneFlood(name: string, env: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'antojo-attack-'))
  const posts = manyPosts(800)
  const mail = name === 'mails' ? await startSmtp() : null
  const mailEnv = mail === null ? {} : { SMTP_URL: mail.url, MAIL_FROM: 'antojo@antojo.test' }
  const group = await makeMemoryCgroup(GROUP_MEGABYTES)
  const app = await startApp({
    dataDir,
    ...(group && { through: group.through }),
    posts,
    env: { LOG_LEVEL: 'silent', ...mailEnv, ...env },
    allowPrivateHosts: [`127.0.0.1:${HOST_PORT}`],
  })
  try {
    const person = await enterConfirmed(app.url, dataDir)
    const links = posts.map(({ link }) => link).values()
    await livePerson(app.url, person, links, WARM_UP_SECONDS)
    const quiet = await livePerson(app.url, person, links, floodSeconds)
    const memory = await watchMemory(app, dataDir)
    const flood = await startFlood(name, app.url)
    const flooded = await livePerson(app.url, person, links, floodSeconds)
    const answers = await flood.answers
    const killed = group === null ? 0 : await group.kills()
    return report(name, { quiet, flooded, answers, killed, megabytes: await memory.stop() })
  } finally {
    await app.stop()
    await group?.remove()
    await mail?.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** A person whose email address the operator confirmed, so that no mail is needed. */
async function enterConfirmed(url: string, dataDir: string): Promise<AppClient> {
  const operator = (await readFile(join(dataDir, 'keys', 'service-role-key'), 'utf8')).trim()
  const account = { email: 'ana@antojo.test', password: 'tengo-antojo-de-tacos' }
  await fetch(`${url}/auth/v1/admin/users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operator}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...account, email_confirm: true }),
  })
  return AppClient.enter(url, account)
}

/** The peak memory of the node, its children and Postgres together. */
async function watchMemory({ pid }: App, dataDir: string): Promise<{ readonly stop: () => Promise<number> }> {
  const postmaster = await readFile(join(dataDir, 'database', 'data', 'postmaster.pid'), 'utf8')
  const roots = [pid, Number(postmaster.split('\n')[0])]
  let most = 0
  const look = async (): Promise<void> => {
    most = Math.max(most, await treeMemory(roots))
  }
  const timer = setInterval(() => void look(), MEMORY_INTERVAL_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await look()
      return most
    },
  }
}

/** Starts the attacker; returns the number of answers by status, e.g. `{"429":312}`. */
async function startFlood(name: string, url: string): Promise<{ readonly answers: Promise<string> }> {
  const flood = spawn(process.execPath, [floodScript, name, url, String(floodSeconds)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // A real attacker uses another machine, so this process must not take processor time from the measured ones.
  setPriority(flood.pid ?? 0, ATTACKER_NICENESS)
  const lines = createInterface({ input: flood.stdout })[Symbol.asyncIterator]()
  await lines.next()
  const late = setTimeout(() => flood.kill('SIGKILL'), (floodSeconds + 40) * 1000)
  const answers = lines.next().then((line) => {
    clearTimeout(late)
    return line.done === true ? '' : line.value
  })
  return { answers }
}

interface Seen {
  readonly quiet: Experience
  readonly flooded: Experience
  readonly answers: string
  /** The number of processes that the system killed for lack of memory. */
  readonly killed: number
  readonly megabytes: number
}

function report(name: string, { quiet, flooded, answers, killed, megabytes }: Seen): readonly string[] {
  const compared = (kind: 'home' | 'add'): string => {
    const [before, during] = [quiet[kind], flooded[kind]].map((times) =>
      [0.5, 0.99].map((share) => Math.round(quantile(times, share))).join('/'),
    )
    return `${kind} p50/p99 ${before} → ${during} ms`
  }
  const problems = [
    ...new Set(flooded.failures),
    ...(flooded.home.length === 0 ? ['no visit was answered'] : []),
    ...(killed > 0 ? [`${killed} processes had no memory left`] : []),
    ...(megabytes > GROUP_MEGABYTES ? [`${megabytes} MB`] : []),
    ...(answers === '' ? ['the flood ended early'] : []),
  ]
  const slow = Object.entries(flooded.slowest).filter(([, ms]) => ms > MAX_WAIT_MS)
  for (const [kind, ms] of slow) console.log(`    slow: ${kind} took ${Math.round(ms)} ms`)
  const mark = problems.length === 0 ? '✓' : '✗'
  console.log(`${mark} ${name}: ${compared('home')}, ${compared('add')}, ${megabytes} MB; flood ${answers}`)
  for (const problem of problems) console.log(`    ${problem}`)
  return problems
}
