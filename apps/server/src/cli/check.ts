import { mkdtemp, rm, rmdir, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Database, openDatabase } from '@antojo/db/database'
import { serverVersion } from '@antojo/db/health'
import { ignoreCode } from '@antojo/db/ignore-code'
import { databaseProblem } from '@antojo/db/migrate'
import { connectionProblem, missingDiskLimit } from '@antojo/db/unfit-database'
import { createDecoders } from '../adapters/decoder/decoders.ts'
import { messageOf } from '../core/app-error.ts'
import { type Config, ConfigError, misspeltSettings, readConfig } from '../config/config.ts'
import type { RawEnv } from '../config/env.ts'
import { checkKeys } from '../config/keys.ts'
import { migrationSources } from '../config/migrations.ts'
import { startWarnings } from '../config/start-warnings.ts'
import { createBudgets } from '../core/budgets.ts'
import { MIN_FREE_BYTES } from '../features/admin/installation.ts'
import { isStorageFull } from '../telemetry/storage.ts'
import { type KnownBackups, readKnownBackups } from '../features/backups/last-backup.ts'
import { isFirstAccount } from '../features/invitations/repo.ts'
import { CONFINEMENT_TEXTS } from './confinement-texts.ts'
import { checkServices, type Finding } from './check-services.ts'
import { isInstalled, openOrJoin, placeOf } from './open-database.ts'

interface Check {
  readonly name: string
  readonly run: (config: Config) => Promise<readonly PartialFinding[]> | readonly PartialFinding[]
}

/** A finding; its name defaults to that of the check. */
type PartialFinding = Omit<Finding, 'name'> & { readonly name?: string }

const MIN_NODE_MAJOR = 24

/** All checks, in the order of the report. */
const checks: readonly Check[] = [
  { name: 'Node', run: checkNode },
  { name: 'Data directory', run: checkDisk },
  { name: 'Backup directory', run: checkBackupDir },
  {
    name: 'Keys',
    run: (config) => checkKeys(config).then(() => [{ level: 'ok', text: 'They fit together.' }]),
  },
  { name: 'Database', run: checkDatabase },
  { name: 'Decoding', run: checkDecoding },
  { name: 'Sign-up', run: describeSignUp },
  { name: 'Reachability', run: checkExposure },
  { name: 'Services', run: checkServices },
]

/**
 * `antojo check`: checks everything that the installation needs, and tries every configured service and platform
 * once. Returns the exit code: 1 when something that is needed does not work.
 */
export async function checkCommand(env: RawEnv, { json = false }: { json?: boolean } = {}): Promise<number> {
  const findings = await findingsOf(env)
  const ok = findings.every(({ level }) => level !== 'failed')
  if (json) console.log(JSON.stringify({ ok, findings }, null, 2))
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

/** Runs all checks in parallel; each has its own time limit. */
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
  const misspelt = misspeltSettings(env).map(
    (text) => ({ name: 'Settings', level: 'warning', text }) as const,
  )
  return [...misspelt, ...found.flat()]
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
  if (Number.parseInt(process.versions.node, 10) < MIN_NODE_MAJOR)
    return [{ level: 'failed', text: `${process.version}; ${MIN_NODE_MAJOR} or newer is needed.` }]
  return [{ level: 'ok', text: process.version }]
}

/** Before the first start there is no folder yet, and the check must not leave one behind. */
async function checkDisk({ dataDir }: Config): Promise<PartialFinding[]> {
  const dir = await writableFolder(dataDir)
  const { bavail, bsize } = await statfs(dir)
  const free = `${dir} is writable, ${((bavail * bsize) / 1024 ** 3).toFixed(1)} GiB are free`
  if (isStorageFull(dir)) return [{ level: 'failed', text: `${free}: nothing new is saved. Make room.` }]
  if (bavail * bsize < MIN_FREE_BYTES)
    return [{ level: 'warning', text: `${free}. Below 1 GiB, copies of pictures are no longer stored.` }]
  return [{ level: 'ok', text: `${free}.` }]
}

async function checkBackupDir({ backupDir }: Config): Promise<PartialFinding[]> {
  if (backupDir === null) return []
  try {
    await writableFolder(backupDir)
    return [{ level: 'ok', text: `${backupDir} can be written.` }]
  } catch (error) {
    const text = `${backupDir} cannot be written: ${messageOf(error)}`
    return [{ level: 'failed', text, advice: 'Set BACKUP_DIR to a folder that this user can write.' }]
  }
}

/** The folder, or the nearest one above it that exists. Rights alone do not say whether one can be made, as in /proc. */
async function writableFolder(path: string): Promise<string> {
  const found = await stat(path).catch(() => null)
  if (found === null && dirname(path) !== path) return writableFolder(dirname(path))
  if (found?.isDirectory() !== true) throw new Error(`${path} is not a folder.`)
  await rmdir(await mkdtemp(join(path, '.antojo-check-')))
  return path
}

async function checkDatabase(config: Config): Promise<PartialFinding[]> {
  if (!(await isInstalled(config))) return checkNewDatabase(config)
  const database = await openOrJoin(config)
  try {
    const unfit = await databaseProblem(database.pool, migrationSources)
    if (unfit !== null) return [{ level: 'failed', text: unfit }]
    // The first start may have been killed before it made the function.
    const isEmpty = (await isFirstAccount(database.pool).catch(ignoreCode('42883', '3F000'))) ?? true
    const backups = await readKnownBackups(config)
    const facts = await factsOf(config, database)
    return [...facts, backupFinding(backups, isEmpty)]
  } finally {
    await database.close()
  }
}

/**
 * Tries the database that the first start would use. For the embedded one, it starts a copy elsewhere that leaves
 * nothing behind.
 */
async function checkNewDatabase(config: Config): Promise<PartialFinding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'antojo-check-'))
  const database = await openDatabase(
    config.database.kind === 'embedded' ? { ...config.database, dir: folder } : config.database,
  )
  try {
    const unfit = await databaseProblem(database.pool, migrationSources)
    if (unfit !== null) return [{ level: 'failed', text: unfit }]
    const text = `There is no installation ${placeOf(config)} yet; the first start makes it.`
    const advice = 'If you have one, set DATA_DIR or DATABASE_URL as its server has it.'
    return [...(await factsOf(config, database)), { level: 'warning', text, advice }]
  } finally {
    await database.close()
    await rm(folder, { recursive: true })
  }
}

async function factsOf({ database }: Config, { pool, replicaPool }: Database): Promise<PartialFinding[]> {
  const version = await serverVersion(pool)
  if (database.kind === 'embedded') return [{ level: 'ok', text: `Postgres ${version}, embedded.` }]
  const found: PartialFinding[] = [{ level: 'ok', text: `Postgres ${version}, from DATABASE_URL.` }]
  const silent = replicaPool && (await connectionProblem(replicaPool))
  if (silent) found.push({ level: 'warning', text: silent.replaceAll('BASE_URL', 'BASE_REPLICA_URL') })
  const limit = await missingDiskLimit(pool)
  const text = 'One statement may fill the disk of Postgres (temp_file_limit is not set).'
  if (limit !== null) found.push({ level: 'warning', text, advice: `As a superuser, run: ${limit}` })
  return found
}

function backupFinding({ last, failure, problem }: KnownBackups, isEmpty: boolean): PartialFinding {
  const name = 'Backup'
  if (isEmpty) return { name, level: 'off', text: 'Nobody has an account yet.' }
  const made = last
    ? `The last one is of ${last.madeAt.toISOString()}, in ${last.file}.`
    : 'No backup was made.'
  if (problem === null) return { name, level: 'ok', text: made }
  if (problem === 'failed_backup' && failure !== null) {
    const text = `The one of ${failure.failedAt.toISOString()} failed: ${failure.reason}. ${made}`
    return { name, level: 'warning', text, advice: 'Check BACKUP_DIR and its disk.' }
  }
  const advice = 'Set BACKUP_DIR, or run antojo backup FILE each day, and keep copies on another machine.'
  return { name, level: 'warning', text: made, advice }
}

/** Checks the decoders of foreign pictures and clips, and how they are kept away from keys and database. */
async function checkDecoding(): Promise<PartialFinding[]> {
  const decoders = createDecoders(createBudgets({ rates: false }))
  try {
    const { level, readsFiles, reachesNetwork, ffmpeg, libvips } = await decoders.report()
    const isApart = !readsFiles && !reachesNetwork
    return [
      {
        level: isApart ? 'ok' : 'warning',
        text: `${CONFINEMENT_TEXTS[level]} (${level}).`,
        ...(isApart ? {} : { advice: 'docs/operating.md, "Containers", says what isolates them.' }),
      },
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

function describeSignUp({ signUp }: Config): PartialFinding[] {
  const texts = { open: 'open to everybody', invite: 'by invitation', closed: 'closed' }
  const first = signUp === 'open' ? '' : '; the first account is free'
  return [{ level: 'ok', text: `${texts[signUp]}${first}.` }]
}

function checkExposure(config: Config): PartialFinding[] {
  const warnings = startWarnings(config)
  if (warnings.length === 0) return [{ level: 'ok', text: 'no warnings.' }]
  return warnings.map(({ problem, advice }) => ({ level: 'warning', text: problem, advice }))
}
