import { randomBytes } from 'node:crypto'
import { openDatabase } from '@antojo/db/database'
import type { Database } from '@antojo/db/database'
import { asSuperuser } from '@antojo/db/embedded/provision'
import { inject } from 'vitest'

/** The migrated database from which each test database is copied. */
export const TEMPLATE = 'antojo_template'

/**
 * Creates a fully migrated database on the Postgres of this test run; `close` drops it. The connecting user is not a
 * superuser, so row security works as in production.
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

/** The URL of a test database, for example for a server that a test starts. */
export function socketUrl(socketDir: string, name: string): string {
  return `postgres://antojo@/${name}?host=${encodeURIComponent(socketDir)}`
}
