import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@antojo/db/database'
import { asSuperuser } from '@antojo/db/embedded/provision'
import { type EmbeddedServer, startServer } from '@antojo/db/embedded/server'
import { migrate } from '@antojo/db/migrate'
import type { TestProject } from 'vitest/node'
import { socketUrl, TEMPLATE } from './database.ts'
import { MIGRATION_SOURCES } from './database-sources.ts'

/** Durability is not needed: the database is discarded with the test run. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }

/** Vitest's global set-up: one Postgres per run, with a migrated template that each test file copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = await mkdtemp(join(tmpdir(), 'postgres-'))
  const server = await startServer({ dir, settings: FAST })
  const stop = async () => {
    await server.stop()
    await rm(dir, { recursive: true, force: true })
  }
  try {
    await makeTemplate(server)
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('databaseSocketDir', server.socketDir)
  return stop
}

async function makeTemplate(server: EmbeddedServer): Promise<void> {
  await asSuperuser(server, 'postgres', async (client) => {
    await client.query('create role antojo login createrole')
    await client.query(`create database ${TEMPLATE} owner antojo`)
  })
  const template = await openDatabase({ kind: 'postgres', url: socketUrl(server.socketDir, TEMPLATE) })
  try {
    await migrate(template.pool, MIGRATION_SOURCES)
  } finally {
    await template.close()
  }
}

declare module 'vitest' {
  export interface ProvidedContext {
    databaseSocketDir: string
  }
}
