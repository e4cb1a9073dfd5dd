import { escapeIdentifier, type ClientBase, type Pool, type PoolClient } from 'pg'
import { type CopyStreamQuery, type CopyToStreamQuery, from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { DeletionEvent } from '@antojo/auth/accounts/ports'

/** A table whose rows belong in a backup. */
export interface StoredTable {
  /** `schema.name`. */
  readonly name: string
  /** The columns in the order of the backup, without generated ones. */
  readonly columns: readonly string[]
  /** True when row security also applies to the owner of the table. */
  readonly forced: boolean
  /** True when the service role sees all rows; otherwise the owner of the database does. */
  readonly byService: boolean
  /** SQL condition for the rows that belong in a backup; of the queue, only unfinished jobs do. */
  readonly where: string
}

interface FoundTable extends StoredTable {
  readonly refers_to: readonly string[]
}

/** Tables of the product's own schemas. The record of migrations is left out: migrating writes it. */
const TABLES_QUERY = `
  select n.nspname || '.' || c.relname as name, c.relforcerowsecurity as forced,
    c.relforcerowsecurity and has_table_privilege('service_role', c.oid, 'select') as "byService",
    case n.nspname when 'pgboss' then 'state < ''completed''' else 'true' end as "where",
    (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    array(select distinct fn.nspname || '.' || fc.relname from pg_constraint k
      join pg_class fc on fc.oid = k.confrelid join pg_namespace fn on fn.oid = fc.relnamespace
      where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as refers_to
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where (n.nspname in ('auth', 'app', 'public') and c.relkind = 'r' and c.relpersistence = 'p'
      or n.nspname = 'pgboss' and c.relname = 'job')
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by name`

/** All tables. Each follows the tables that it refers to, so that rows can be restored in this order. */
export async function storedTables(client: ClientBase): Promise<StoredTable[]> {
  const { rows } = await client.query<FoundTable>(TABLES_QUERY)
  const sorted: FoundTable[] = []
  const all = new Set(rows.map(({ name }) => name))
  const placed = new Set<string>()
  while (sorted.length < rows.length) {
    const next = rows.filter(
      ({ name, refers_to: others }) =>
        !placed.has(name) && others.every((other) => placed.has(other) || !all.has(other)),
    )
    if (next.length === 0) throw new Error('Tables refer to each other in a circle.')
    for (const table of next) placed.add(table.name)
    sorted.push(...next)
  }
  return sorted.map(({ refers_to: _others, ...table }) => table)
}

/** The sequences of the product's schemas, with the last value of each. */
export async function readSequences(client: ClientBase): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; last: number | null }>(
    `select schemaname || '.' || sequencename as name, last_value::float8 as last from pg_sequences
      where schemaname in ('auth', 'app', 'public')`,
  )
  return Object.fromEntries(rows.flatMap(({ name, last }) => (last === null ? [] : [[name, last]])))
}

export async function writeSequences(
  client: ClientBase,
  sequences: Readonly<Record<string, number>>,
): Promise<void> {
  for (const [name, last] of Object.entries(sequences))
    await client.query('select setval($1::regclass, $2)', [quoted(name), last])
}

/** The migrations that were applied, as `source/name sha256`. */
export async function appliedMigrations(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(
    `select source || '/' || name || ' ' || sha256 as line from migrations.applied order by line`,
  )
  return rows.map(({ line }) => line)
}

const TRANSACTION_STARTS = {
  /** Repeatable read: all reads see one snapshot. */
  snapshot: 'begin isolation level repeatable read read only',
  write: 'begin',
} as const

/** Runs the work in one transaction on one connection. A failure closes the connection, which rolls back. */
export async function inTransaction<T>(
  pool: Pool,
  kind: keyof typeof TRANSACTION_STARTS,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query(TRANSACTION_STARTS[kind])
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** Any constant that is the same on all nodes. */
const BACKUP_LOCK_KEY = 20_260_103

/** Does the work unless another node is doing such work; its transaction may be idle for as long as that takes. */
export async function whileAlone(pool: Pool, work: () => Promise<void>): Promise<void> {
  await inTransaction(pool, 'write', async (client) => {
    await client.query('set local idle_in_transaction_session_timeout = 0')
    const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_xact_lock($1) as alone', [
      BACKUP_LOCK_KEY,
    ])
    if (rows[0]?.alone === true) await work()
  })
}

/** Whether a job of this name waits or runs. */
export async function isJobOpen(pool: Pool, name: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from pgboss.job where name = $1 and state < 'completed' limit 1`,
    [name],
  )
  return rowCount === 1
}

/** The rows of a table in Postgres's COPY text format. */
export async function copyRowsOut(
  client: ClientBase,
  { name, columns, byService, where }: StoredTable,
): Promise<CopyToStreamQuery> {
  await client.query(byService ? 'set local role service_role' : 'set local role none')
  return client.query(
    copyTo(`copy (select ${quotedColumns(columns)} from ${quoted(name)} where ${where}) to stdout`),
  )
}

/** Writes rows in Postgres's COPY text format into a table. */
export function copyRowsIn(
  client: ClientBase,
  { name, columns }: Pick<StoredTable, 'name' | 'columns'>,
): CopyStreamQuery {
  return client.query(copyFrom(`copy ${quoted(name)} (${quotedColumns(columns)}) from stdin`))
}

/**
 * Switches off row security for the owner, and our triggers, until `closeTables` in the same transaction. Returns the
 * names of tables that contain rows.
 */
export async function openTables(client: ClientBase, tables: readonly StoredTable[]): Promise<string[]> {
  const filled: string[] = []
  for (const { name, forced } of tables) {
    const table = quoted(name)
    const { rowCount } = await client.query(`select from ${table} limit 1`)
    await client.query(
      `alter table ${table} ${forced ? 'no force row level security, ' : ''}disable trigger user`,
    )
    // Row security may have hidden rows from the first query.
    const { rowCount: hidden } = await client.query(`select from ${table} limit 1`)
    if (rowCount !== 0 || hidden !== 0) filled.push(name)
  }
  return filled
}

export async function closeTables(client: ClientBase, tables: readonly StoredTable[]): Promise<void> {
  // Backups of 1.0 do not have what this keeps.
  await client.query(
    `do $$ begin if to_regproc('app.fill_beside_search') is not null then perform app.fill_beside_search(); end if; end $$`,
  )
  for (const { name, forced } of tables)
    await client.query(
      `alter table ${quoted(name)} ${forced ? 'force row level security, ' : ''}enable trigger user`,
    )
}

/** Tables of everything that signs somebody in, or completes a sign-in, and may have been revoked after the backup. */
const SIGN_IN_TABLES =
  'auth.sessions auth.one_time_tokens auth.flow_states auth.mfa_challenges auth.passkey_challenges ' +
  'public.signup_invitations public.list_invites public.personal_tokens public.live_feeds'

/** Deletes sessions, codes, invitations, personal tokens and live links; returns the number of sessions. */
export async function endSessions(client: ClientBase): Promise<number> {
  const { rowCount } = await client.query('select from auth.sessions')
  for (const table of SIGN_IN_TABLES.split(' ')) await client.query(`delete from ${table}`)
  return rowCount ?? 0
}

/** Applies the deletions, and cancelled deletions, that happened after the backup; returns the number of deleted accounts. */
export async function replayDeletions(
  client: ClientBase,
  deletions: readonly DeletionEvent[],
): Promise<number> {
  const idsOf = (kind: DeletionEvent['kind']): string[] =>
    deletions.filter((event) => event.kind === kind).map(({ userId }) => userId)
  await client.query('delete from auth.sessions where user_id = any ($1)', [idsOf('scheduled')])
  await client.query('update auth.users set delete_after = null where id = any ($1)', [idsOf('cancelled')])
  for (const event of deletions)
    if (event.kind === 'scheduled')
      await client.query('update auth.users set delete_after = $2 where id = $1', [
        event.userId,
        event.deleteAfter,
      ])
  const deleted = await client.query('delete from auth.users where id = any ($1)', [idsOf('deleted')])
  return deleted.rowCount ?? 0
}

/** Refreshes the planner's statistics, which a restored database lacks. */
export async function analyze(pool: Pool): Promise<void> {
  await pool.query('analyze')
}

function quoted(name: string): string {
  return name.split('.').map(escapeIdentifier).join('.')
}

function quotedColumns(columns: readonly string[]): string {
  return columns.map(escapeIdentifier).join(', ')
}
