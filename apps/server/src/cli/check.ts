import { access, constants, mkdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '@antojo/db/database'
import { isHeldElsewhere } from '@antojo/db/embedded/lock'
import { serverVersion } from '@antojo/db/health'
import { createDecoders } from '../adapters/decoder/decoders.ts'
import { messageOf } from '../adapters/message-of.ts'
import { type Config, ConfigError, readConfig } from '../config/config.ts'
import type { RawEnv } from '../config/env.ts'
import { startWarnings } from '../config/start-warnings.ts'
import { createBudgets } from '../core/budgets.ts'
import { checkServices, type Finding } from './check-services.ts'

interface Check {
  readonly name: string
  readonly run: (config: Config) => Promise<readonly PartialFinding[]> | readonly PartialFinding[]
}

/** A finding that has the name of its check unless it has its own. */
type PartialFinding = Omit<Finding, 'name'> & { readonly name?: string }

const MIN_NODE_MAJOR = 24
/** Below this, copies of pictures are no longer stored. */
const MIN_FREE_BYTES = 1024 ** 3

/** All checks, in the order of the report. */
const checks: readonly Check[] = [
  { name: 'Node', run: checkNode },
  { name: 'Data directory', run: checkDisk },
  { name: 'Database', run: checkDatabase },
  { name: 'Decoding', run: checkDecoding },
  { name: 'Sign-up', run: describeSignUp },
  { name: 'Reachability', run: checkExposure },
  { name: 'Services', run: checkServices },
]

/**
 * `antojo check [--json]`: checks everything that the installation needs, and tries every configured service and platform
 * once. Returns the exit code: 1 when something that is needed does not work.
 */
export async function checkCommand(env: RawEnv, args: readonly string[] = []): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { json: { type: 'boolean' } } })
  const findings = await findingsOf(env)
  const ok = findings.every(({ level }) => level !== 'failed')
  if (values.json === true) console.log(JSON.stringify({ ok, findings }, null, 2))
  else for (const line of reportLines(findings)) console.log(line)
  return ok ? 0 : 1
}

const LEVEL_LABELS = { ok: 'ok     ', off: 'off    ', warning: 'warning', failed: 'FAILED ' } as const

function* reportLines(findings: readonly Finding[]): Generator<string> {
  for (const { name, level, text, advice } of findings) {
    yield `${LEVEL_LABELS[level]} ${name}: ${text}`
    if (advice !== undefined) yield `        → ${advice}`
  }
}

/** All checks run at the same time; each bounds its own. */
async function findingsOf(env: RawEnv): Promise<Finding[]> {
  const config = configOf(env)
  if (typeof config === 'string') return [{ name: 'Settings', level: 'failed', text: config }]
  const found = await Promise.all(
    checks.map(async ({ name, run }): Promise<readonly Finding[]> => {
      try {
        return (await run(config)).map((finding) => ({ name, ...finding }))
      } catch (error) {
        return [{ name, level: 'failed', text: messageOf(error) }]
      }
    }),
  )
  return found.flat()
}

function configOf(env: RawEnv): Config | string {
  try {
    return readConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message
  }
}

function checkNode(): PartialFinding[] {
  const major = Number.parseInt(process.versions.node, 10)
  if (major < MIN_NODE_MAJOR)
    return [{ level: 'failed', text: `${process.version}; ${MIN_NODE_MAJOR} or newer is needed.` }]
  return [{ level: 'ok', text: process.version }]
}

async function checkDisk({ dataDir }: Config): Promise<PartialFinding[]> {
  await mkdir(dataDir, { recursive: true })
  await access(dataDir, constants.W_OK)
  const { bavail, bsize } = await statfs(dataDir)
  const free = `${dataDir} is writable, ${((bavail * bsize) / 1024 ** 3).toFixed(1)} GiB are free`
  if (bavail * bsize < MIN_FREE_BYTES)
    return [{ level: 'warning', text: `${free}. Below 1 GiB, copies of pictures are no longer stored.` }]
  return [{ level: 'ok', text: `${free}.` }]
}

/** When a server on this machine already holds the embedded database, the database works. */
async function checkDatabase({ database: config, dataDir }: Config): Promise<PartialFinding[]> {
  const dir = join(dataDir, 'database')
  const opened = await openDatabase(config.kind === 'embedded' ? { ...config, dir } : config).catch(
    (error: unknown) => {
      if (isHeldElsewhere(error)) return null
      throw error
    },
  )
  if (opened === null) return [{ level: 'ok', text: 'The embedded Postgres is in use by a running server.' }]
  try {
    const origin = config.kind === 'embedded' ? 'embedded' : 'from DATABASE_URL'
    return [{ level: 'ok', text: `Postgres ${await serverVersion(opened.pool)}, ${origin}.` }]
  } finally {
    await opened.close()
  }
}

/** The decoders of foreign pictures and clips, and how they are kept away from keys and database. */
async function checkDecoding(): Promise<PartialFinding[]> {
  const decoders = createDecoders(createBudgets({ rates: false }))
  try {
    const { level, readsFiles, reachesNetwork, ffmpeg, libvips } = await decoders.report()
    const isApart = !readsFiles && !reachesNetwork
    return [
      { level: isApart ? 'ok' : 'warning', text: `${CONFINEMENT_TEXTS[level]} (${level}).` },
      libvips === null
        ? { level: 'failed', text: 'Pictures cannot be decoded.' }
        : { level: 'ok', text: `Pictures by libvips ${libvips}.` },
      ffmpeg === null
        ? { level: 'warning', text: 'No FFmpeg is included for this system: clips are not read.' }
        : { level: 'ok', text: `Clips by FFmpeg ${ffmpeg}.` },
    ]
  } finally {
    await decoders.close()
  }
}

const CONFINEMENT_TEXTS = {
  bubblewrap: 'Decoders have no network and see no files',
  namespaces: 'Decoders have no network and see no files',
  other_user: 'Decoders run as another user, who can reach the network; install bubblewrap to prevent that',
  permissions: 'Only the permission model of Node confines decoders; install bubblewrap to isolate them',
} as const

function describeSignUp({ signUp }: Config): PartialFinding[] {
  const texts = {
    open: 'open to everybody.',
    invite: 'by invitation; the first account is free.',
    closed: 'closed; the first account is free.',
  }
  return [{ level: 'ok', text: texts[signUp] }]
}

function checkExposure(config: Config): PartialFinding[] {
  const warnings = startWarnings(config)
  if (warnings.length === 0) return [{ level: 'ok', text: 'no warnings.' }]
  return warnings.map(({ problem, advice }) => ({ level: 'warning', text: problem, advice }))
}
