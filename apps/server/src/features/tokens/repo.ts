import type { Database, Tx } from '@antojo/db/database'
import type { Schema } from '@antojo/db/schema'
import { type Selectable, sql } from 'kysely'

/**
 * The most tokens of one person. Expired tokens count until they are revoked; tokens voided by a new password do not.
 */
export const MAX_TOKENS = 50

const COLUMNS = ['id', 'name', 'scopes', 'created_at', 'expires_at', 'last_used_at'] as const

export type TokenRow = Pick<Selectable<Schema['personal_tokens']>, (typeof COLUMNS)[number]>

export function readTokens(tx: Tx, userId: string): Promise<TokenRow[]> {
  return tx
    .selectFrom('personal_tokens')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('created_at', '>', validAfter(userId))
    .orderBy('created_at', 'desc')
    .limit(MAX_TOKENS)
    .execute()
}

export interface NewToken {
  readonly userId: string
  readonly name: string
  readonly tokenHash: Buffer
  readonly scopes: readonly string[]
  readonly expiresInDays: number
}

/** Null when the person already has `MAX_TOKENS`. */
export async function writeToken(tx: Tx, token: NewToken): Promise<TokenRow | null> {
  // Concurrent requests of one person wait here, so that they cannot exceed the limit together.
  await sql`select from users where id = ${token.userId} for update`.execute(tx)
  await sql`
    delete from personal_tokens
     where user_id = ${token.userId} and created_at <= ${validAfter(token.userId)}`.execute(tx)
  const { rows } = await sql`select from personal_tokens where user_id = ${token.userId}`.execute(tx)
  if (rows.length >= MAX_TOKENS) return null
  return tx
    .insertInto('personal_tokens')
    .values({
      user_id: token.userId,
      name: token.name,
      token_hash: token.tokenHash,
      scopes: [...token.scopes],
      // The transaction may have waited for a new password, which voids only older tokens.
      created_at: sql<Date>`clock_timestamp()`,
      expires_at: sql<Date>`now() + make_interval(days => ${token.expiresInDays})`,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

/** False when the person has no such token. */
export async function deleteToken(tx: Tx, userId: string, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from personal_tokens where user_id = ${userId} and id = ${id}`.execute(tx)
  return numAffectedRows === 1n
}

/** The owner and scopes of a valid token; records its use. */
export function useToken(
  tx: Tx,
  tokenHash: Buffer,
): Promise<{ readonly user_id: string; readonly scopes: string[] } | undefined> {
  return tx
    .updateTable('personal_tokens')
    .set({ last_used_at: sql<Date>`now()` })
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('created_at', '>', validAfter(sql.ref('user_id')))
    .returning(['user_id', 'scopes'])
    .executeTakeFirst()
}

/** The time up to which a new password, a recovery or a sign-out everywhere has voided the tokens of an account. */
function validAfter(userId: unknown) {
  return sql<Date>`auth.tokens_valid_after(${userId})`
}

/**
 * False for an account that is banned, deleted or scheduled for deletion; only the auth service's table has these
 * facts.
 */
export async function isActive(pool: Database['pool'], userId: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from auth.users where id = $1 and deleted_at is null and delete_after is null
        and (banned_until is null or banned_until <= now())`,
    [userId],
  )
  return rowCount === 1
}
