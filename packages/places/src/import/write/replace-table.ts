import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError, escapeIdentifier } from 'pg'
import type pg from 'pg'

const nextOf = (name: string): string => `${name}_next`

/** Below Postgres's `deadlock_timeout` of a second, so that no client waiting for this one is cancelled. */
const LOCK_WAIT_MS = 300
const LOCK_TRIES = 200

interface Policy {
  readonly policyname: string
  readonly roles: readonly string[]
  readonly cmd: string
  readonly qual: string | null
  readonly with_check: string | null
}

/**
 * Makes an empty `<table>_next` with the columns, policies and grants of a table, but without its indexes: inserting is
 * much cheaper without them, and other clients do not see the table before the transaction ends.
 */
export async function createNext(client: pg.PoolClient, table: string): Promise<void> {
  const [own, next] = [escapeIdentifier(table), escapeIdentifier(nextOf(table))]
  await client.query(`create table ${next} (like ${own} including all excluding indexes)`)
  await client.query(`alter table ${next} enable row level security`)
  await client.query(`alter table ${next} force row level security`)
  const policies = await client.query<Policy>(
    `select policyname, roles::text[], cmd, qual, with_check from pg_policies
     where schemaname = current_schema and tablename = $1`,
    [table],
  )
  for (const { policyname, roles, cmd, qual, with_check: check } of policies.rows)
    await client.query(
      `create policy ${escapeIdentifier(policyname)} on ${next} for ${cmd} to ${roles.map(roleName).join(', ')}` +
        (qual === null ? '' : ` using (${qual})`) +
        (check === null ? '' : ` with check (${check})`),
    )
  const grants = await client.query<{ grantee: string; privilege_type: string }>(
    `select grantee, privilege_type from information_schema.role_table_grants
     where table_schema = current_schema and table_name = $1 and grantee <> current_user`,
    [table],
  )
  await client.query(`revoke all on ${next} from public`)
  for (const { grantee, privilege_type: privilege } of grants.rows)
    await client.query(`grant ${privilege} on ${next} to ${roleName(grantee)}`)
}

const roleName = (role: string): string =>
  role.toLowerCase() === 'public' ? 'public' : escapeIdentifier(role)

/** Builds the indexes of the table on `<table>_next`, and gathers its statistics. */
export async function indexNext(client: pg.PoolClient, table: string): Promise<void> {
  for (const { indexname, indexdef } of await indexesOf(client, table)) {
    const definition = indexdef.replace(
      /^(CREATE (?:UNIQUE )?INDEX) \S+ ON \S+ USING/,
      `$1 ${escapeIdentifier(nextOf(indexname))} ON ${escapeIdentifier(nextOf(table))} USING`,
    )
    await client.query(definition)
  }
  await client.query(`analyze ${escapeIdentifier(nextOf(table))}`)
}

/** Renames each `<table>_next` to its table. Readers wait a few milliseconds, until the transaction ends. */
export async function replaceByNext(client: pg.PoolClient, tables: readonly string[]): Promise<void> {
  await lock(client, tables)
  for (const table of tables) {
    const indexes = await indexesOf(client, table)
    const [own, next] = [escapeIdentifier(table), escapeIdentifier(nextOf(table))]
    await client.query(`drop table ${own}`)
    await client.query(`alter table ${next} rename to ${own}`)
    for (const { indexname, primary } of indexes) {
      const name = escapeIdentifier(indexname)
      await client.query(`alter index ${escapeIdentifier(nextOf(indexname))} rename to ${name}`)
      if (primary) await client.query(`alter table ${own} add primary key using index ${name}`)
    }
  }
}

/** A reader may hold one of the tables and wait for another, so this releases its locks and tries again. */
async function lock(client: pg.PoolClient, tables: readonly string[]): Promise<void> {
  const names = tables.map((table) => escapeIdentifier(table)).join(', ')
  await client.query(`set local lock_timeout = ${LOCK_WAIT_MS}`)
  for (let left = LOCK_TRIES; ; left--) {
    await client.query('savepoint unlocked')
    try {
      await client.query(`lock table ${names} in access exclusive mode`)
      await client.query('set local lock_timeout = 0')
      return
    } catch (error) {
      if (left === 0 || !isLockTaken(error)) throw error
      await client.query('rollback to savepoint unlocked')
      await sleep(LOCK_WAIT_MS)
    }
  }
}

/** True when Postgres gave up waiting for a lock (`lock_not_available`). */
export function isLockTaken(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '55P03'
}

interface Index {
  readonly indexname: string
  readonly indexdef: string
  readonly primary: boolean
}

async function indexesOf(client: pg.PoolClient, table: string): Promise<Index[]> {
  const { rows } = await client.query<Index>(
    `select c.relname as indexname, pg_get_indexdef(i.indexrelid) as indexdef, i.indisprimary as primary
     from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = $1::regclass order by c.relname`,
    [escapeIdentifier(table)],
  )
  return rows
}
