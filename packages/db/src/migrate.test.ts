import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { VERSION } from './version.ts'
import { createTestDatabase } from '@antojo/testing/database'
import { MIGRATION_SOURCES } from '@antojo/testing/database-sources'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'

let db: Database
let dir: string

beforeEach(async () => {
  db = await createTestDatabase()
  dir = await mkdtemp(join(tmpdir(), 'antojo-migrations-'))
})
afterEach(async () => {
  await db.close()
  await rm(dir, { recursive: true })
})

const run = () => migrate(db.pool, [...MIGRATION_SOURCES, { name: 'trial', dir }])

async function rows(text: string): Promise<unknown[]> {
  return (await db.pool.query(text)).rows
}

test('files run once, in the order of their numbers', async () => {
  await writeFile(join(dir, '0002_fill_steps.sql'), 'insert into steps values (2)')
  await writeFile(
    join(dir, '0001_create_steps.sql'),
    'create table steps (n int); insert into steps values (1)',
  )
  await run()
  await run()
  expect(await rows('select n from steps order by n')).toEqual([{ n: 1 }, { n: 2 }])
})

/** What a person does with a database that this version cannot use. */
const WAY_OUT = `take your own file out with .*, start Antojo ${VERSION} on an empty folder \\(DATA_DIR\\) or database, and bring it in`

test('a database that no release made is refused in one line, and nothing else runs', async () => {
  await writeFile(join(dir, '0001_create_steps.sql'), 'create table steps (n int)')
  await run()
  await writeFile(join(dir, '0001_create_steps.sql'), 'create table steps (n bigint)')
  await writeFile(join(dir, '0000_create_more.sql'), 'create table more (n int)')
  const reason = `^No release of Antojo up to ${VERSION} made this database \\(its migration trial/0001_create_steps.sql differs\\): ${WAY_OUT}.$`
  await expect(run()).rejects.toThrow(new RegExp(reason, 'u'))
  expect(await rows("select to_regclass('more') as found")).toEqual([{ found: null }])
  await rows('alter table migrations.applied drop column version')
  await expect(run()).rejects.toThrow(new RegExp(reason, 'u'))
})

test('a database that a newer release migrated is refused with both versions', async () => {
  await writeFile(join(dir, '0001_create_steps.sql'), 'create table steps (n int)')
  await run()
  await rm(join(dir, '0001_create_steps.sql'))
  await expect(run()).rejects.toThrow(/^No release of Antojo/u)
  await rows("update migrations.applied set version = '10.2.0' where source = 'trial'")
  await expect(run()).rejects.toThrow(
    new RegExp(
      `^Antojo 10.2.0 made this database, and this is the older ${VERSION}: start 10.2.0 again, or ${WAY_OUT}.$`,
      'u',
    ),
  )
})

test('a file that fails leaves nothing behind and runs again when it is repaired', async () => {
  const file = join(dir, '0001_create_steps.sql')
  await writeFile(file, 'create table steps (n int); select 1 / 0')
  await expect(run()).rejects.toThrow('trial/0001_create_steps.sql failed')
  expect(await rows("select to_regclass('steps') as found")).toEqual([{ found: null }])
  await writeFile(file, 'create table steps (n int)')
  await run()
  expect(await rows('select n from steps')).toEqual([])
})

test('a file may use a setting of pg_trgm in a session that has not loaded it yet', async () => {
  await writeFile(
    join(dir, '0001_create_search.sql'),
    `grant create on schema public to service_role;
     set local role service_role;
     create function trial() returns integer language sql set pg_trgm.word_similarity_threshold = 0.5 return 1;
     reset role`,
  )
  await run()
  expect(await rows('select trial()')).toEqual([{ trial: 1 }])
})

test('several nodes that start at once run each file once', async () => {
  await writeFile(join(dir, '0001_create_steps.sql'), 'create table steps (n int)')
  await writeFile(join(dir, '0002_fill_steps.sql'), 'insert into steps values (1)')
  await Promise.all(Array.from({ length: 6 }, run))
  expect(await rows('select n from steps')).toEqual([{ n: 1 }])
})
