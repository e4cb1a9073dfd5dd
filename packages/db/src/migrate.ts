import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { type AppliedFile, type Baseline, isReplaced, readBaseline } from './baseline.ts'
import { requireSupportedPostgres } from './supported-version.ts'

/**
 * A directory of migrations `NNNN_….sql`; `name` is recorded and must never change. Its `baseline.json` names the files
 * that are the schema of the first release.
 */
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

/** Any constant that is the same on all nodes. */
const LOCK_KEY = 20_260_102

/** Roles, `auth.uid()` and extensions, which every other source needs. */
const FOUNDATION: MigrationSource = {
  name: 'db',
  dir: fileURLToPath(new URL('../migrations', import.meta.url)),
}

/**
 * Migrates the database: runs every file of the sources in order, after this package's own. Each runs once, in its own
 * transaction that holds an advisory lock, so several nodes may start at once, also through PgBouncer. Throws when an
 * applied file has changed, and before anything else when the server is too old. Migrations that only the database
 * knows (of a newer node) are ignored. A database from before the first release is adopted (see `baseline.ts`).
 */
export async function migrate(pool: pg.Pool, sources: readonly MigrationSource[]): Promise<void> {
  await requireSupportedPostgres(pool)
  const all = await Promise.all([FOUNDATION, ...sources].map(readSource))
  const known = await applied(pool)
  // Verifies all files before it applies any.
  const unreleased = all.filter((source) => isUnreleased(known, source))
  const missing = all.flatMap(({ files }) => files).filter((migration) => !isApplied(known, migration))
  for (const source of unreleased) await adopt(pool, source)
  for (const migration of missing) await apply(pool, migration)
}

interface Source {
  readonly name: string
  readonly files: readonly Migration[]
  readonly baseline: Baseline | null
}

async function readSource({ name: source, dir }: MigrationSource): Promise<Source> {
  const names = (await readdir(dir)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).toSorted()
  const files = await Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(dir, name), 'utf8')
      const sha256 = createHash('sha256').update(sql).digest('hex')
      return { source, name, sha256, sql }
    }),
  )
  return { name: source, files, baseline: await readBaseline(dir) }
}

/**
 * The migrations of another database that this version does not know, as `source/name`. `lines` are `source/name
 * sha256`. The files that a baseline replaced count as known when all are present.
 */
export async function unknownMigrations(
  lines: readonly string[],
  sources: readonly MigrationSource[],
): Promise<string[]> {
  const all = await Promise.all([FOUNDATION, ...sources].map(readSource))
  const known = all.flatMap(({ files }) => files.map((file) => `${file.source}/${file.name} ${file.sha256}`))
  const others = new Map(lines.filter((line) => !known.includes(line)).map((line) => splitAt(line, ' ')))
  const unknown = [...others.keys()]
  const replaced = all.filter((source) => isReplaced(filesOf(others, source.name), source.baseline))
  return unknown.filter((key) => !replaced.some((source) => source.name === splitAt(key, '/')[0]))
}

type Applied = ReadonlyMap<string, string>

/** Whether any migration was ever applied to the database. */
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

/** The applied files of a source. */
function filesOf(known: Applied, source: string): AppliedFile[] {
  return [...known].flatMap(([key, sha256]) => {
    const [of, name] = splitAt(key, '/')
    return of === source ? [{ name, sha256 }] : []
  })
}

function splitAt(text: string, separator: string): readonly [string, string] {
  const [before = '', after = ''] = text.split(separator, 2)
  return [before, after]
}

/** Whether the database was made by the files that the baseline replaced. Throws when it is in an older state. */
function isUnreleased(known: Applied, { name, files, baseline }: Source): boolean {
  const there = filesOf(known, name)
  const [first] = files
  if (baseline === null || first === undefined || there.length === 0) return false
  if (there.some((file) => file.name === first.name)) return false
  if (isReplaced(there, baseline)) return true
  throw new Error(
    `The database is of a version from before the first release: its last migration of ${name} is ` +
      `${there
        .map((file) => file.name)
        .toSorted()
        .at(-1)}. Start the last version before the release once, which brings ` +
      `it to ${baseline.replaced.last}, then start this version.`,
  )
}

/** Marks the baseline as applied. The records of the replaced files stay, for nodes of the previous version. */
async function adopt(pool: pg.Pool, source: Source): Promise<void> {
  const { name, files, baseline } = source
  if (baseline === null) return
  await inLock(pool, `The adoption of ${name}`, async (client) => {
    if (!isUnreleased(await applied(client), source)) return
    await client.query(baseline.adoptSql)
    for (const file of files) if (file.name <= baseline.last) await record(client, file)
  })
}

async function apply(pool: pg.Pool, migration: Migration): Promise<void> {
  await inLock(pool, `The migration ${migration.source}/${migration.name}`, async (client) => {
    // Another node may have applied it while this one waited for the lock.
    if (isApplied(await applied(client), migration)) return
    await client.query(migration.sql)
    await record(client, migration)
  })
}

async function record(client: pg.PoolClient, { source, name, sha256 }: Migration): Promise<void> {
  const values = [source, name, sha256]
  await client.query('insert into migrations.applied (source, name, sha256) values ($1, $2, $3)', values)
}

/** Runs the work in one transaction under a lock that excludes all other nodes. */
async function inLock(
  pool: pg.Pool,
  what: string,
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(`begin; select pg_advisory_xact_lock(${LOCK_KEY})`)
    await client.query(CREATE_RECORD)
    await client.query(LOAD_TRIGRAMS)
    await work(client)
    await client.query('commit')
    client.release()
  } catch (cause) {
    client.release(true)
    throw new Error(`${what} failed.`, { cause })
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
    applied_at timestamptz not null default now(),
    primary key (source, name)
  )`
