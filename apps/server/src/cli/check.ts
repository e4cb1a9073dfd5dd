import { access, constants, mkdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '@antojo/db/database'
import { isHeldElsewhere } from '@antojo/db/embedded/lock'
import { serverVersion } from '@antojo/db/health'
import { createDecoders } from '../adapters/decoder/decoders.ts'
import { type Config, ConfigError, readConfig } from '../config/config.ts'
import type { RawEnv } from '../config/env.ts'
import { startWarnings } from '../config/start-warnings.ts'
import { createBudgets } from '../core/budgets.ts'

export interface Finding {
  /** `failed`: something that the installation needs does not work. */
  readonly level: 'ok' | 'warning' | 'failed'
  readonly text: string
}

interface Check {
  readonly name: string
  readonly run: (config: Config) => Promise<readonly Finding[]> | readonly Finding[]
}

const MIN_NODE_MAJOR = 24
/** Below this, copies of pictures are no longer stored. */
const MIN_FREE_BYTES = 1024 ** 3

/** All checks, in the order in which they run. */
const checks: readonly Check[] = [
  { name: 'Node', run: checkNode },
  { name: 'Data directory', run: checkDisk },
  { name: 'Database', run: checkDatabase },
  { name: 'Decoding', run: checkDecoding },
  { name: 'Sign-up', run: describeSignUp },
  { name: 'Reachability', run: checkExposure },
]

/** `antojo check`: checks everything that the installation needs. Returns the exit code: 1 when a check failed. */
export async function checkCommand(env: RawEnv): Promise<number> {
  const findings = await findingsOf(env)
  for (const { name, level, text } of findings) console.log(`${LEVEL_LABELS[level]} ${name}: ${text}`)
  return findings.some(({ level }) => level === 'failed') ? 1 : 0
}

const LEVEL_LABELS = { ok: 'ok     ', warning: 'warning', failed: 'FAILED ' } as const

async function findingsOf(env: RawEnv): Promise<(Finding & { readonly name: string })[]> {
  const config = configOf(env)
  if (typeof config === 'string') return [{ name: 'Settings', level: 'failed', text: config }]
  const found: (Finding & { readonly name: string })[] = []
  for (const { name, run } of checks) {
    try {
      for (const finding of await run(config)) found.push({ name, ...finding })
    } catch (error) {
      found.push({ name, level: 'failed', text: messageOf(error) })
    }
  }
  return found
}

function configOf(env: RawEnv): Config | string {
  try {
    return readConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message
  }
}

function checkNode(): Finding[] {
  const major = Number.parseInt(process.versions.node, 10)
  if (major < MIN_NODE_MAJOR)
    return [{ level: 'failed', text: `${process.version}; ${MIN_NODE_MAJOR} or newer is needed.` }]
  return [{ level: 'ok', text: process.version }]
}

async function checkDisk({ dataDir }: Config): Promise<Finding[]> {
  await mkdir(dataDir, { recursive: true })
  await access(dataDir, constants.W_OK)
  const { bavail, bsize } = await statfs(dataDir)
  const free = `${dataDir} is writable, ${((bavail * bsize) / 1024 ** 3).toFixed(1)} GiB are free`
  if (bavail * bsize < MIN_FREE_BYTES)
    return [{ level: 'warning', text: `${free}. Below 1 GiB, copies of pictures are no longer stored.` }]
  return [{ level: 'ok', text: `${free}.` }]
}

/** When a server on this machine already holds the embedded database, the database works. */
async function checkDatabase({ database: config, dataDir }: Config): Promise<Finding[]> {
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
async function checkDecoding(): Promise<Finding[]> {
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

function describeSignUp({ signUp }: Config): Finding[] {
  const texts = {
    open: 'open to everybody.',
    invite: 'by invitation; the first account is free.',
    closed: 'closed; the first account is free.',
  }
  return [{ level: 'ok', text: texts[signUp] }]
}

function checkExposure(config: Config): Finding[] {
  const warnings = startWarnings(config)
  if (warnings.length === 0) return [{ level: 'ok', text: 'no warnings.' }]
  return warnings.map(({ problem, advice }) => ({ level: 'warning', text: `${problem} ${advice}` }))
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
