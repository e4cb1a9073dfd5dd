import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, openDatabase } from '@antojo/db/database'
import { DataDirInUse } from '@antojo/db/embedded/lock'
import { isMigrated, migrate } from '@antojo/db/migrate'
import { connectionProblem } from '@antojo/db/unfit-database'
import type { Config } from '../config/config.ts'
import { migrationSources } from '../config/migrations.ts'
import { CommandError } from './command-error.ts'

type Work<T> = (database: Database) => Promise<T>

/** For commands that need existing data: without an installation they refuse, and leave nothing behind. */
export async function withInstallation<T>(config: Config, work: Work<T>): Promise<T> {
  if (!(await isInstalled(config)))
    throw new CommandError(
      `There is no installation of Antojo ${placeOf(config)}.\n` +
        'Say where it is, with the value that the server has: DATA_DIR=FOLDER, or DATABASE_URL=postgres://… for a Postgres of your own.',
    )
  return withDatabase(config, work)
}

/** For commands that may come before the first start: they make an installation if there is none, and say where. */
export async function makingInstallation<T>(config: Config, work: Work<T>): Promise<T> {
  if (!(await isInstalled(config)))
    console.error(
      `Making an installation of Antojo ${placeOf(config)}; DATA_DIR or DATABASE_URL choose another place.`,
    )
  return withDatabase(config, work)
}

/** Whether the first start, or a command before it, has made the database. */
export async function isInstalled(config: Config): Promise<boolean> {
  if (config.database.kind === 'embedded') return hasFiles(join(config.database.dir, 'data'))
  const database = await openDatabase(config.database)
  try {
    const problem = await connectionProblem(database.pool)
    if (problem !== null) throw new CommandError(problem)
    return await isMigrated(database.pool)
  } finally {
    await database.close()
  }
}

/**
 * The location of the installation according to the settings, without the URL of a database, which contains its
 * password.
 */
export function placeOf({ database, dataDir }: Config): string {
  return database.kind === 'embedded' ? `in ${dataDir}` : 'in the database at DATABASE_URL'
}

async function hasFiles(dir: string): Promise<boolean> {
  try {
    await stat(join(dir, 'PG_VERSION'))
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR') return false
    throw new CommandError(`${dir} cannot be read (${String(code)}): run the command as the server's user.`)
  }
}

/** Opens and migrates the database for one command. */
async function withDatabase<T>(config: Config, work: Work<T>): Promise<T> {
  const database = await openOrJoin(config)
  try {
    await migrate(database.pool, migrationSources)
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Opens the database. When a server on this machine holds the embedded one, connects through that server's socket. */
export async function openOrJoin(config: Config): Promise<Database> {
  if (config.database.kind === 'postgres') return openDatabase(config.database)
  try {
    return await openDatabase(config.database)
  } catch (error) {
    if (!(error instanceof DataDirInUse)) throw error
    return joinRunning(join(config.database.dir, 'data'))
  }
}

/**
 * The path of a socket is limited to some 100 characters; a path through the descriptor of an open directory always
 * fits.
 */
async function joinRunning(dir: string): Promise<Database> {
  const handle = await open(dir, 'r')
  const host = process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : dir
  const url = `postgres://antojo@/antojo?host=${encodeURIComponent(host)}`
  const database = await openDatabase({ kind: 'postgres', url })
  return { ...database, close: () => database.close().then(() => handle.close()) }
}
