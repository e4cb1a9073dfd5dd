import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, openDatabase } from '@antojo/db/database'
import { isHeldElsewhere } from '@antojo/db/embedded/lock'
import { migrate } from '@antojo/db/migrate'
import type { Config } from '../config/config.ts'
import { migrationSources } from '../config/migrations.ts'

/**
 * The installation's database, up to date, for the time of a command: also while a server of this machine holds the
 * embedded one, through whose socket the command then works.
 */
export async function withDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openOrJoin(config)
  try {
    await migrate(database.pool, migrationSources)
    return await work(database)
  } finally {
    await database.close()
  }
}

async function openOrJoin(config: Config): Promise<Database> {
  if (config.database.kind === 'postgres') return openDatabase(config.database)
  const dir = join(config.dataDir, 'database')
  try {
    return await openDatabase({ ...config.database, dir })
  } catch (error) {
    if (!isHeldElsewhere(error)) throw error
    return joinRunning(join(dir, 'data'))
  }
}

/** By its number, a directory's path is always short enough for a socket. */
async function joinRunning(dir: string): Promise<Database> {
  const handle = await open(dir, 'r')
  const host = process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : dir
  const url = `postgres://antojo@/antojo?host=${encodeURIComponent(host)}`
  const database = await openDatabase({ kind: 'postgres', url })
  return { ...database, close: () => database.close().then(() => handle.close()) }
}
