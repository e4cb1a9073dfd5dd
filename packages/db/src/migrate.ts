import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { VERSION } from './version.ts'
import type pg from 'pg'
import { serverVersion } from './health.ts'
import { connectionProblem, newDatabaseProblem, UnfitDatabase, versionProblem } from './unfit-database.ts'

/** A directory of migrations `NNNN_….sql`; `name` is recorded and must never change. */
export interface MigrationSource {
  readonly name: string
  readonly dir: string
}

interface Migration {
  readonly source: string
  readonly name: string
  /** `source/name` */
  readonly key: string
  readonly sha256: string
  readonly sql: string
}

/** Any constant that is the same on all nodes. */
const LOCK_KEY = 20_260_102

/** Roles, `auth.uid()` and extensions, which every other source needs. */
const FOUNDATION: MigrationSource = {
  name: 'db',
  dir: fileURLToPath(new URL('../migrations', import.meta.url)),
}

/**
 * Migrates the database: runs every file of the sources in order, after this package's own. Each runs once, in its own
 * transaction that holds an advisory lock, so several nodes may start at once, also through PgBouncer. Throws an
 * UnfitDatabase before anything else when the database has a problem. `isWanted` leaves files out, for a test of an
 * earlier release.
 */
export async function migrate(
  pool: pg.Pool,
  sources: readonly MigrationSource[],
  isWanted: (key: string) => boolean = () => true,
): Promise<void> {
  const problem = await databaseProblem(pool, sources)
  if (problem !== null) throw new UnfitDatabase(problem)
  const known = await applied(pool)
  for (const migration of await readMigrations(sources))
    if (!known.has(migration.key) && isWanted(migration.key)) await apply(pool, migration)
}

/**
 * Why this version cannot start on the database, in one line with what to do; null when it can: no connection, a
 * Postgres that is too old, missing rights, or tables that no release up to this one made.
 */
export async function databaseProblem(
  pool: pg.Pool,
  sources: readonly MigrationSource[],
): Promise<string | null> {
  const refused = (await connectionProblem(pool)) ?? versionProblem(await serverVersion(pool))
  if (refused !== null) return refused
  const known = await applied(pool)
  if (known.size === 0) return newDatabaseProblem(pool)
  const ours = new Map((await readMigrations(sources)).map(({ key, sha256 }) => [key, sha256]))
  const foreign = [...known].find(([key, { sha256 }]) => ours.get(key) !== sha256)
  if (foreign === undefined) return null
  const [key, { version }] = foreign
  const start = `start Antojo ${VERSION} on an empty folder (DATA_DIR) or database, and bring it in`
  if (version !== null && version.localeCompare(VERSION, 'en', { numeric: true }) > 0)
    return `Antojo ${version} made this database, and this is the older ${VERSION}: start ${version} again, or take your own file out with it, ${start}.`
  return `No release of Antojo up to ${VERSION} made this database (its migration ${key} differs): take your own file out with the version that made it, ${start}.`
}

async function readMigrations(sources: readonly MigrationSource[]): Promise<Migration[]> {
  return (await Promise.all([FOUNDATION, ...sources].map(readSource))).flat()
}

async function readSource({ name: source, dir }: MigrationSource): Promise<Migration[]> {
  const names = (await readdir(dir)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(dir, name), 'utf8')
      const sha256 = createHash('sha256').update(sql).digest('hex')
      return { source, name, key: `${source}/${name}`, sha256, sql }
    }),
  )
}

/**
 * The migrations of another database that this version does not know, as `source/name`. `lines` are `source/name
 * sha256`.
 */
export async function unknownMigrations(
  lines: readonly string[],
  sources: readonly MigrationSource[],
): Promise<string[]> {
  const known = new Set((await readMigrations(sources)).map(({ key, sha256 }) => `${key} ${sha256}`))
  return lines.filter((line) => !known.has(line)).map((line) => line.split(' ', 1).join(''))
}

/** Whether any migration was ever applied to the database. */
export async function isMigrated(db: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const table = await db.query<{ found: boolean }>(
    `select to_regclass('migrations.applied') is not null as found`,
  )
  return table.rows[0]?.found === true
}

/** By `source/name`. States from before the first release recorded no version. */
async function applied(
  db: Pick<pg.Pool, 'query'>,
): Promise<ReadonlyMap<string, { readonly sha256: string; readonly version: string | null }>> {
  if (!(await isMigrated(db))) return new Map()
  const { rows } = await db.query<{ key: string; sha256: string; version: string | null }>(
    `select source || '/' || name as key, sha256, to_jsonb(a) ->> 'version' as version from migrations.applied a`,
  )
  return new Map(rows.map((row) => [row.key, row]))
}

/** Runs one migration in one transaction under a lock that excludes all other nodes. */
async function apply(pool: pg.Pool, { source, name, key, sha256, sql }: Migration): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(`begin; select pg_advisory_xact_lock(${LOCK_KEY})`)
    await client.query(CREATE_RECORD)
    await client.query(LOAD_TRIGRAMS)
    // Another node may have applied it while this one waited for the lock.
    if (!(await applied(client)).has(key)) {
      await client.query(sql)
      const values = [source, name, sha256, VERSION]
      await client.query(
        'insert into migrations.applied (source, name, sha256, version) values ($1, $2, $3, $4)',
        values,
      )
    }
    await client.query('commit')
    client.release()
  } catch (cause) {
    client.release(true)
    throw new Error(`The migration ${key} failed.`, { cause })
  }
}

/** Without superuser rights, a setting of a library can be set only after the session has loaded the library. */
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
    version text not null,
    applied_at timestamptz not null default now(),
    primary key (source, name)
  )`
