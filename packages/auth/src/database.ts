import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg'

/** The methods that repositories need of a pool, or of the client of a transaction. */
export interface Queryable {
  query<R extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<R>>
}

/** The rows of a query. */
export async function many<R extends QueryResultRow>(
  db: Queryable,
  text: string,
  values: unknown[] = [],
): Promise<R[]> {
  return (await db.query<R>(text, values)).rows
}

/** The first row of a query, if any. */
export async function one<R extends QueryResultRow>(
  db: Queryable,
  text: string,
  values: unknown[] = [],
): Promise<R | undefined> {
  return (await db.query<R>(text, values)).rows[0]
}

/** The row of an `insert … returning` or of an update of a locked row, which always returns one. */
export async function only<R extends QueryResultRow>(
  db: Queryable,
  text: string,
  values: unknown[] = [],
): Promise<R> {
  const row = await one<R>(db, text, values)
  if (row === undefined) throw new Error('the statement returned no row')
  return row
}

/** Runs a statement for its effect; returns the number of rows it touched. */
export async function run(db: Queryable, text: string, values: unknown[] = []): Promise<number> {
  return (await db.query(text, values)).rowCount ?? 0
}

/**
 * BEGIN; fn; COMMIT. Rolls back when `fn` throws. `fn` must not call other services, because a connection and row locks
 * are held meanwhile.
 */
export async function inTransaction<T>(pool: Pool, fn: (tx: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(`begin; set local lock_timeout = '5s'`)
    const result = await fn(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((cause: unknown) => {
      broken = cause instanceof Error ? cause : new Error(String(cause))
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/**
 * `inTransaction` for work that inserts an account. When another request inserts the same one at the same moment, it
 * runs a second time and finds that account.
 */
export function inTransactionRetried<T>(pool: Pool, fn: (tx: PoolClient) => Promise<T>): Promise<T> {
  return inTransaction(pool, fn).catch((error: unknown) => {
    if (duplicateKey(error) === undefined) throw error
    return inTransaction(pool, fn)
  })
}

const CONFLICTS = new Set(['40001', '40P01', '55P03'])

/** True when others held the same rows: a deadlock, or no lock within five seconds. */
export function isContention(error: unknown): boolean {
  return CONFLICTS.has(fieldOf(error, 'code'))
}

const SIZE_CHECKS = new Set(['users_raw_user_meta_data_size', 'identities_identity_data_size'])

/** True when the data of an account is larger than the tables allow. */
export function isOversized(error: unknown): boolean {
  return SIZE_CHECKS.has(fieldOf(error, 'constraint'))
}

const UNSTORABLE = new Set(['22021', '22P05'])

/** True when the client sent text that no database can store, such as a NUL character. */
export function isUnstorable(error: unknown): boolean {
  return UNSTORABLE.has(fieldOf(error, 'code'))
}

const UNIQUE_VIOLATION = '23505'

/** The name of the violated constraint, when the failure is a duplicate key. */
export function duplicateKey(error: unknown): string | undefined {
  return fieldOf(error, 'code') === UNIQUE_VIOLATION ? fieldOf(error, 'constraint') : undefined
}

/** A field that the driver adds to its errors; empty when it is missing. */
function fieldOf(error: unknown, name: 'code' | 'constraint'): string {
  const value: unknown = error instanceof Error ? Reflect.get(error, name) : undefined
  return typeof value === 'string' ? value : ''
}
