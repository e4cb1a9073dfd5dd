import type { AuthContext } from '../context.ts'
import { many, run } from '../database.ts'
import type { Queryable } from '../database.ts'
import { keyedHash, randomDigits, randomToken, sameSecret, sha256 } from '../secrets.ts'

export type TokenType =
  | 'confirmation'
  | 'recovery'
  | 'reauthentication'
  | 'email_change_new'
  | 'email_change_current'
  | 'phone_change'
  | 'sms'

/** A code to type and a link token to click; either works, once. Only hashes of them are stored. */
export interface OneTimeToken {
  code: string
  link: string
}

interface TokenRow {
  id: string
  user_id: string
  token_type: TokenType
  code_hash: Buffer
  pkce: boolean
  expired: boolean
}

export interface FoundToken {
  id: string
  userId: string
  type: TokenType
  pkce: boolean
}

const LINK_BYTES = 28
const MAX_ATTEMPTS = 10
const PKCE_PREFIX = 'pkce_'

/** Makes a token; it replaces the user's older one of the type. */
export async function issueToken(
  db: Queryable,
  ctx: Pick<AuthContext, 'keys' | 'settings'>,
  token: { userId: string; type: TokenType; address: string; pkce: boolean },
): Promise<OneTimeToken> {
  const { settings } = ctx
  const isSms = token.type === 'sms' || token.type === 'phone_change'
  const length = isSms ? settings.sms.otpLength : settings.mail.otpLength
  const code = settings.sms.testCodes[token.address] ?? randomDigits(length)
  const link = `${token.pkce ? PKCE_PREFIX : ''}${Buffer.from(randomToken(LINK_BYTES), 'base64url').toString('hex')}`
  await run(
    db,
    `insert into auth.one_time_tokens (user_id, token_type, relates_to, link_hash, code_hash, pkce) values ($1, $2, $3, $4, $5, $6)
     on conflict (user_id, token_type) do update set relates_to = excluded.relates_to, link_hash = excluded.link_hash,
       code_hash = excluded.code_hash, pkce = excluded.pkce, failed_attempts = 0, created_at = now()`,
    [token.userId, token.type, token.address, sha256(link), codeHash(ctx, token, code), token.pkce],
  )
  return { code, link }
}

/** The live token behind a link, if any. Does not consume it. */
export async function findByLink(
  db: Queryable,
  ctx: Pick<AuthContext, 'settings'>,
  types: readonly TokenType[],
  link: string,
): Promise<FoundToken | undefined> {
  const rows = await many<TokenRow>(
    db,
    `select *, ${EXPIRED} as expired from auth.one_time_tokens where link_hash = $1 and token_type = any ($2)`,
    [sha256(link), types, ctx.settings.mail.otpLifetime, ctx.settings.sms.otpLifetime],
  )
  const row = rows.find((candidate) => !candidate.expired)
  return row === undefined ? undefined : found(row)
}

/**
 * The live token of an address with this code, if any. A wrong code counts against the token;
 * after ten it is void. Call it outside of a transaction that may roll back.
 */
export async function findByCode(
  db: Queryable,
  ctx: Pick<AuthContext, 'keys' | 'settings'>,
  types: readonly TokenType[],
  attempt: { address: string; code: string },
): Promise<FoundToken | undefined> {
  const rows = await many<TokenRow>(
    db,
    `update auth.one_time_tokens set failed_attempts = failed_attempts + 1
     where relates_to = $1 and token_type = any ($2) and failed_attempts < ${MAX_ATTEMPTS}
     returning *, ${EXPIRED} as expired`,
    [attempt.address, types, ctx.settings.mail.otpLifetime, ctx.settings.sms.otpLifetime],
  )
  const row = rows.find((candidate) =>
    sameSecret(
      candidate.code_hash,
      codeHash(ctx, { type: candidate.token_type, address: attempt.address }, attempt.code),
    ),
  )
  return row === undefined || row.expired ? undefined : found(row)
}

/** Consumes a token: true for exactly one caller. */
export async function consumeToken(db: Queryable, token: FoundToken): Promise<boolean> {
  return (await run(db, 'delete from auth.one_time_tokens where id = $1', [token.id])) === 1
}

/** Voids everything that was sent to a user and not used. */
export async function clearTokens(
  db: Queryable,
  userId: string,
  types?: readonly TokenType[],
): Promise<void> {
  await run(
    db,
    'delete from auth.one_time_tokens where user_id = $1 and ($2::text[] is null or token_type = any ($2))',
    [userId, types ?? null],
  )
}

const EXPIRED = `created_at < now() - make_interval(secs => case when token_type in ('sms', 'phone_change') then $4::float8 else $3::float8 end)`

function codeHash(
  ctx: Pick<AuthContext, 'keys'>,
  token: { type: TokenType; address: string },
  code: string,
): Buffer {
  return keyedHash(ctx.keys.pepper, 'one-time code', token.type, token.address, code)
}

function found(row: TokenRow): FoundToken {
  return { id: row.id, userId: row.user_id, type: row.token_type, pkce: row.pkce }
}
