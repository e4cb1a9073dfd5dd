import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase, socketUrl } from '@antojo/testing/database'
import { MIGRATION_SOURCES } from '@antojo/testing/database-sources'
import { Client } from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { readBaseline } from './baseline.ts'
import { readCatalogue } from './catalogue.fixture.ts'
import type { Database } from './database.ts'
import { asSuperuser } from './embedded/provision.ts'
import { migrate, unknownMigrations } from './migrate.ts'

const FOUNDATION = { name: 'db', dir: join(import.meta.dirname, '../migrations') }

describe('the schema of the first release', () => {
  const host = inject('databaseSocketDir')
  const name = 'baseline'
  afterAll(() => asSuperuser({ host }, 'postgres', (client) => client.query(`drop database ${name}`)))

  /*
   * The lines of the catalogue were read from a database that the files before the release had made, so a missing line
   * is a table, grant, policy, check or function that the baseline lost. Since then they have changed only where
   * `adopt.sql` changes such a database, and where its `not valid` checks hold for all rows here. Later migrations do
   * not run here: their own tests and the row security matrix cover them.
   */
  test('has lost nothing: see baseline.catalogue.txt', async () => {
    await asSuperuser({ host }, 'postgres', (client) => client.query(`create database ${name} owner antojo`))
    const owner = new Client({ connectionString: socketUrl(host, name) })
    await owner.connect()
    for (const { dir } of [FOUNDATION, ...MIGRATION_SOURCES])
      for (const text of await baselineFiles(dir)) await owner.query(`begin; ${text}; commit`)
    await owner.end()
    const lines = await asSuperuser({ host }, name, readCatalogue)
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./baseline.catalogue.txt')
  })
})

async function baselineFiles(dir: string): Promise<string[]> {
  const last = (await readBaseline(dir))?.last ?? ''
  const names = (await readdir(dir)).filter((each) => /^\d/.test(each) && each <= last).toSorted()
  expect(names).toContain(last)
  return Promise.all(names.map((each) => readFile(join(dir, each), 'utf8')))
}

describe('a database that the files before the release made', () => {
  let db: Database
  let dir: string
  const sources = () => [{ name: 'trial', dir }]
  const run = () => migrate(db.pool, sources())
  const lines = async () =>
    (await db.pool.query(`select name, sha256 from migrations.applied where source = 'trial'`)).rows

  async function place(files: Readonly<Record<string, string>>): Promise<void> {
    await rm(dir, { recursive: true, force: true })
    dir = await mkdtemp(join(tmpdir(), 'antojo-baseline-'))
    for (const [file, text] of Object.entries(files)) await writeFile(join(dir, file), text)
  }

  beforeEach(async () => {
    db = await createTestDatabase()
    dir = await mkdtemp(join(tmpdir(), 'antojo-baseline-'))
    await place({
      '0001_create_steps.sql': 'create table steps (n int)',
      '0002_fill_steps.sql': 'insert into steps values (7)',
    })
    await run()
  })
  afterEach(async () => {
    await db.close()
    await rm(dir, { recursive: true })
  })

  /** Adds the files of the release. Their baseline replaces the files above when the fingerprint is theirs. */
  async function release(sha256: string): Promise<void> {
    await place({
      'baseline.json': JSON.stringify({
        last: '0001_steps.sql',
        replaced: { last: '0002_fill_steps.sql', sha256 },
      }),
      'adopt.sql': 'alter table steps add done boolean',
      '0001_steps.sql': 'create table steps (n int, done boolean)',
      '0002_finish_steps.sql': 'update steps set done = true',
    })
  }
  /** The fingerprint of the two files above. */
  const MADE = 'b8208245e2c5cca976c10c989ba869ad471dc1e9d5b578cb08a188706919f7a0'

  test('keeps its rows, is completed, and gets the later migrations', async () => {
    await release(MADE)
    await Promise.all([run(), run(), run()])
    await run()
    expect((await db.pool.query('select * from steps')).rows).toEqual([{ n: 7, done: true }])
  })

  test('is refused at an older state, with what to do, and not changed', async () => {
    await db.pool.query(`delete from migrations.applied where name = '0002_fill_steps.sql'`)
    await release(MADE)
    await expect(run()).rejects.toThrow(
      /last migration of trial is 0001_create_steps\.sql\. Start the last version before the release once, which brings it to 0002_fill_steps\.sql/u,
    )
    expect((await db.pool.query('select * from steps')).rows).toEqual([{ n: 7 }])
  })

  test('has a backup that is known when all its files are', async () => {
    const made = (await lines()).map(({ name, sha256 }) => `trial/${name} ${sha256}`)
    await release(MADE)
    expect(await unknownMigrations(made, sources())).toEqual([])
    expect(await unknownMigrations(made.slice(1), sources())).toEqual(['trial/0002_fill_steps.sql'])
    await run()
    const adopted = (await lines()).map(({ name, sha256 }) => `trial/${name} ${sha256}`)
    expect(await unknownMigrations([...adopted, 'trial/0003_x.sql y'], [])).toContain('trial/0003_x.sql')
    expect(await unknownMigrations(adopted, sources())).toEqual([])
  })
})
