import { inTransaction as runInTransaction } from '@antojo/db/in-transaction'
import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg'

/** The methods that repositories need of a pool, or of the client of a transaction. */
export interface Queryable {
  query<R extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<R>>
}

/** A statement. Its values are sent as parameters; a statement among them becomes part of the text. */
export class Statement<R extends QueryResultRow = QueryResultRow> {
  readonly #texts: readonly string[]
  readonly #values: readonly unknown[]

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.#texts = texts
    this.#values = values
  }

  /** All rows. */
  async many(db: Queryable): Promise<R[]> {
    return (await this.#query(db)).rows
  }

  /** The first row, if any. */
  async one(db: Queryable): Promise<R | undefined> {
    return (await this.#query(db)).rows[0]
  }

  /** The row of an `insert … returning` or of an update of a locked row, which always returns one. */
  async only(db: Queryable): Promise<R> {
    const row = await this.one(db)
    if (row === undefined) throw new Error('the statement returned no row')
    return row
  }

  /** Runs the statement for its effect; returns the number of rows it touched. */
  async run(db: Queryable): Promise<number> {
    return (await this.#query(db)).rowCount ?? 0
  }

  #query(db: Queryable): Promise<QueryResult<R>> {
    const parameters: unknown[] = []
    return db.query<R>(this.#write(parameters), parameters)
  }

  #write(parameters: unknown[]): string {
    const written = this.#values.map((value) =>
      value instanceof Statement ? value.#write(parameters) : `$${parameters.push(value)}`,
    )
    return String.raw({ raw: this.#texts }, ...written)
  }
}

/** A statement, or a part of one. An undefined value is sent as null. */
export function sql<R extends QueryResultRow = QueryResultRow>(
  texts: TemplateStringsArray,
  ...values: unknown[]
) {
  return new Statement<R>(texts, values)
}

/** Statements side by side, with commas between them. */
export function listed(parts: readonly Statement[]) {
  return new Statement(['', ...parts.slice(1).map(() => ', '), ''], parts)
}

/** Text of ours that becomes part of a statement as it is. It must not come from a client. */
export function raw(text: string) {
  return new Statement([text], [])
}

/**
 * BEGIN; fn; COMMIT. Rolls back when `fn` throws. `fn` must not call other services, because a connection and row locks
 * are held meanwhile.
 */
export function inTransaction<T>(pool: Pool, fn: (tx: PoolClient) => Promise<T>): Promise<T> {
  return runInTransaction(pool, fn, `begin; set local lock_timeout = '5s'`)
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
