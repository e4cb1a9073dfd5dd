import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '@antojo/testing/database'
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

const run = () => migrate(db.pool, [{ name: 'trial', dir }])

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

test('a file that was changed after it ran is refused by name, and nothing else runs', async () => {
  await writeFile(join(dir, '0001_create_steps.sql'), 'create table steps (n int)')
  await run()
  await writeFile(join(dir, '0001_create_steps.sql'), 'create table steps (n bigint)')
  await writeFile(join(dir, '0000_create_more.sql'), 'create table more (n int)')
  await expect(run()).rejects.toThrow('trial/0001_create_steps.sql was changed after it had been applied')
  expect(await rows("select to_regclass('more') as found")).toEqual([{ found: null }])
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

test('migrations of a newer node are ignored by an older one', async () => {
  await writeFile(join(dir, '0001_create_steps.sql'), 'create table steps (n int)')
  await run()
  await rm(join(dir, '0001_create_steps.sql'))
  await run()
  expect(await rows("select name from migrations.applied where source = 'trial'")).toHaveLength(1)
})
