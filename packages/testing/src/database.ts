import { randomBytes } from 'node:crypto'
import { openDatabase } from '@antojo/db/database'
import type { Database } from '@antojo/db/database'
import { asSuperuser } from '@antojo/db/embedded/provision'
import { inject } from 'vitest'

/** The migrated database that every test database is copied from. */
export const TEMPLATE = 'antojo_template'

/**
 * A fresh database with every migration applied, on the Postgres of this test run. `close` drops it.
 * The connecting user is no superuser, so row security acts as in production.
 */
export async function createTestDatabase(): Promise<Database> {
  const socketDir = inject('databaseSocketDir')
  const name = `test_${randomBytes(6).toString('hex')}`
  await asSuperuser({ host: socketDir }, 'postgres', (client) =>
    client.query(`create database ${name} template ${TEMPLATE} owner antojo strategy file_copy`),
  )
  const database = await openDatabase({ kind: 'postgres', url: socketUrl(socketDir, name) })
  return {
    ...database,
    close: async () => {
      await database.close()
      await asSuperuser({ host: socketDir }, 'postgres', (client) =>
        client.query(`drop database if exists ${name} with (force)`),
      )
    },
  }
}

/** The address of a test database, for what wants a URL (e.g. a server started by a test). */
export function socketUrl(socketDir: string, name: string): string {
  return `postgres://antojo@/${name}?host=${encodeURIComponent(socketDir)}`
}
