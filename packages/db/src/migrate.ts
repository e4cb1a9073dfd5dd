import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { requireSupportedPostgres } from './supported-version.ts'

/** A directory of migrations `NNNN_verb_noun.sql`; `name` is recorded and must never change. */
export interface MigrationSource {
  readonly name: string
  readonly dir: string
}

interface Migration {
  readonly source: string
  readonly name: string
  readonly sha256: string
  readonly sql: string
}

/** Any constant, the same in all nodes. */
const LOCK_KEY = 20_260_102

/** Roles, `auth.uid()` and extensions, which every other source needs. */
const FOUNDATION: MigrationSource = {
  name: 'db',
  dir: fileURLToPath(new URL('../migrations', import.meta.url)),
}

/**
 * Brings the database up to date: runs every file of the sources in order, after this package's own. Each runs once, in
 * its own transaction that holds an advisory lock, so several nodes may start at once, also through PgBouncer. Throws
 * when an applied file has changed, and before anything else when the server is too old. Migrations that only the database
 * knows (of a newer node) are ignored.
 */
export async function migrate(pool: pg.Pool, sources: readonly MigrationSource[]): Promise<void> {
  await requireSupportedPostgres(pool)
  const wanted: Migration[] = []
  for (const source of [FOUNDATION, ...sources]) wanted.push(...(await readSource(source)))
  const known = await applied(pool)
  // All files are compared before any is applied.
  const missing = wanted.filter((migration) => !isApplied(known, migration))
  for (const migration of missing) await apply(pool, migration)
}

async function readSource(source: MigrationSource): Promise<Migration[]> {
  const names = (await readdir(source.dir)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(source.dir, name), 'utf8')
      const sha256 = createHash('sha256').update(sql).digest('hex')
      return { source: source.name, name, sha256, sql }
    }),
  )
}

type Applied = ReadonlyMap<string, string>

/** Whether a migration was ever applied to the database. */
export async function isMigrated(db: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const table = await db.query<{ found: boolean }>(
    `select to_regclass('migrations.applied') is not null as found`,
  )
  return table.rows[0]?.found === true
}

async function applied(db: Pick<pg.Pool, 'query'>): Promise<Applied> {
  if (!(await isMigrated(db))) return new Map()
  const rows = await db.query<{ key: string; sha256: string }>(
    `select source || '/' || name as key, sha256 from migrations.applied`,
  )
  return new Map(rows.rows.map((row) => [row.key, row.sha256]))
}

function isApplied(known: Applied, migration: Migration): boolean {
  const sha256 = known.get(`${migration.source}/${migration.name}`)
  if (sha256 === undefined || sha256 === migration.sha256) return sha256 !== undefined
  throw new Error(
    `The migration ${migration.source}/${migration.name} was changed after it had been applied. ` +
      'Undo the change and write it as a new migration.',
  )
}

async function apply(pool: pg.Pool, migration: Migration): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(`begin; select pg_advisory_xact_lock(${LOCK_KEY})`)
    await client.query(CREATE_RECORD)
    await client.query(LOAD_TRIGRAMS)
    // Another node may have applied it while this one waited for the lock.
    if (!isApplied(await applied(client), migration)) {
      await client.query(migration.sql)
      await client.query('insert into migrations.applied (source, name, sha256) values ($1, $2, $3)', [
        migration.source,
        migration.name,
        migration.sha256,
      ])
    }
    await client.query('commit')
    client.release()
  } catch (cause) {
    client.release(true)
    throw new Error(`The migration ${migration.source}/${migration.name} failed.`, { cause })
  }
}

/** Without superuser rights, a setting of a library can be named only after the session has loaded the library. */
const LOAD_TRIGRAMS = `
  do $$ begin
    if exists (select from pg_extension where extname = 'pg_trgm') then perform show_trgm(''); end if;
  end $$`

const CREATE_RECORD = `
  create schema if not exists migrations;
  create table if not exists migrations.applied (
    source text not null,
    name text not null,
    sha256 text not null,
    applied_at timestamptz not null default now(),
    primary key (source, name)
  )`
