import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, openDatabase } from '@antojo/db/database'
import { isHeldElsewhere } from '@antojo/db/embedded/lock'
import { migrate } from '@antojo/db/migrate'
import type { Config } from '../config/config.ts'
import { migrationSources } from '../config/migrations.ts'

/**
 * Opens and migrates the installation's database for one command. When a server on this machine holds the embedded
 * database, the command connects through the socket of that server.
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

/** The path of a socket is limited to some 100 characters; the number of an open directory always fits. */
async function joinRunning(dir: string): Promise<Database> {
  const handle = await open(dir, 'r')
  const host = process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : dir
  const url = `postgres://antojo@/antojo?host=${encodeURIComponent(host)}`
  const database = await openDatabase({ kind: 'postgres', url })
  return { ...database, close: () => database.close().then(() => handle.close()) }
}
