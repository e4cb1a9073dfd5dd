import { type PendingSignUp, readSignUp } from '../accounts/pending-sign-up.ts'
import type { OneTimeToken } from '../accounts/ports.ts'
import type { AuthContext } from '../context.ts'
import { type Queryable, sql, type Statement } from '../database.ts'
import { createMailFlow, type MailFlow } from '../pkce.ts'
import { keyedHash, randomDigits, randomToken, sameSecret, sha256 } from '../secrets.ts'

export type TokenType =
  | 'confirmation'
  | 'recovery'
  | 'reauthentication'
  | 'email_change_new'
  | 'email_change_current'
  | 'phone_change'
  | 'sms'

interface TokenRow {
  id: string
  user_id: string
  token_type: TokenType
  relates_to: string
  code_hash: Buffer
  flow_id: string | null
  sign_up: unknown
  created_at: Date
  expired: boolean
}

export interface FoundToken {
  id: string
  userId: string
  type: TokenType
  /** The address that it was sent to. */
  address: string
  /** The PKCE flow that it finishes; null opens a session at once. */
  flowId: string | null
  signUp: PendingSignUp | undefined
}

export interface NewToken {
  userId: string
  type: TokenType
  address: string
  /** The PKCE flow that the link returns a code for. */
  flow?: MailFlow | undefined
  /** The sign-up that the address is proven for. */
  signUp?: PendingSignUp | undefined
  /** Hash of the requesting browser. */
  deviceHash?: Buffer | null
}

const LINK_BYTES = 28
const MAX_ATTEMPTS = 10
/** Pending sign-ups of one account; a newer one replaces the oldest. */
const MAX_SIGN_UPS = 5
/**
 * Pending links to sign in. A stranger may request one a minute, which must not void the one that the owner waits for.
 */
const MAX_RECOVERIES = 20
const PKCE_PREFIX = 'pkce_'

/**
 * Makes a token. It replaces the user's older one of the type, but pending sign-ups and links to sign in exist side by
 * side. The code of such a link replaces the older code, because several valid codes would be easier to guess.
 */
export async function issueToken(db: Queryable, ctx: AuthContext, token: NewToken): Promise<OneTimeToken> {
  const { settings } = ctx
  const isSms = token.type === 'sms' || token.type === 'phone_change'
  const code = randomDigits(isSms ? settings.sms.otpLength : settings.mail.otpLength)
  const flowId = token.flow === undefined ? null : await createMailFlow(db, token.userId, token.flow)
  const random = Buffer.from(randomToken(LINK_BYTES), 'base64url').toString('hex')
  const link = flowId === null ? random : `${PKCE_PREFIX}${random}`
  const isRecovery = token.type === 'recovery' && token.signUp === undefined
  if (isRecovery) await voidRecoveryCodes(db, token.userId)
  await sql`insert into auth.one_time_tokens
       (user_id, token_type, relates_to, link_hash, code_hash, flow_id, sign_up, device_hash, created_at)
     values (${token.userId}, ${token.type}, ${token.address}, ${sha256(link)}, ${codeHash(ctx, token, code)},
       ${flowId}, ${token.signUp}, ${token.deviceHash}, clock_timestamp())
     on conflict (user_id, token_type) where sign_up is null and token_type <> 'recovery'
     do update set relates_to = excluded.relates_to, link_hash = excluded.link_hash,
       code_hash = excluded.code_hash, flow_id = excluded.flow_id,
       failed_attempts = 0, created_at = excluded.created_at`.run(db)
  if (token.signUp !== undefined) await dropOldest(db, token.userId, SIGN_UPS, MAX_SIGN_UPS)
  if (isRecovery) await dropOldest(db, token.userId, RECOVERIES, MAX_RECOVERIES)
  return { code, link }
}

const SIGN_UPS = sql`sign_up is not null`
const RECOVERIES = sql`sign_up is null and token_type = 'recovery'`

async function dropOldest(db: Queryable, userId: string, which: Statement, kept: number): Promise<void> {
  await sql`delete from auth.one_time_tokens where id in (select id from auth.one_time_tokens
    where user_id = ${userId} and ${which} order by created_at desc offset ${kept})`.run(db)
}

/** The links stay valid. */
async function voidRecoveryCodes(db: Queryable, userId: string): Promise<void> {
  await sql`update auth.one_time_tokens set failed_attempts = ${MAX_ATTEMPTS}
    where user_id = ${userId} and ${RECOVERIES}`.run(db)
}

/** True for the link of a PKCE flow: it never opens a session by itself. */
export function isPkceLink(link: string): boolean {
  return link.startsWith(PKCE_PREFIX)
}

/** Finds the valid token of a link. Does not consume it. */
export async function findByLink(
  db: Queryable,
  ctx: AuthContext,
  types: readonly TokenType[],
  link: string,
): Promise<FoundToken | undefined> {
  const row = await sql<TokenRow>`select *, ${isExpired(ctx)} as expired from auth.one_time_tokens
    where link_hash = ${sha256(link)} and token_type = any (${types})`.one(db)
  if (row === undefined || row.expired || (row.flow_id === null && isPkceLink(link))) return undefined
  return found(row)
}

/**
 * Finds the valid token of an address with this code. A wrong code counts against the token; after ten it is void. Call
 * it outside of a transaction that may roll back.
 */
export async function findByCode(
  db: Queryable,
  ctx: AuthContext,
  types: readonly TokenType[],
  { address, code }: { address: string; code: string },
): Promise<FoundToken | undefined> {
  const rows = await sql<TokenRow>`update auth.one_time_tokens set failed_attempts = failed_attempts + 1
    where relates_to = ${address} and token_type = any (${types}) and failed_attempts < ${MAX_ATTEMPTS}
    returning *, ${isExpired(ctx)} as expired`.many(db)
  const newestFirst = rows.toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime())
  const row = newestFirst.find(({ token_type: type, code_hash: hash }) =>
    sameSecret(hash, codeHash(ctx, { type, address }, code)),
  )
  return row === undefined || row.expired ? undefined : found(row)
}

/** Consumes a token: true for exactly one caller. */
export async function consumeToken(db: Queryable, token: FoundToken): Promise<boolean> {
  return (await sql`delete from auth.one_time_tokens where id = ${token.id}`.run(db)) === 1
}

/** Voids all unused codes and links of a user. */
export async function clearTokens(db: Queryable, userId: string): Promise<void> {
  await sql`delete from auth.one_time_tokens where user_id = ${userId}`.run(db)
}

/** Links that sign in expire sooner than links that confirm an address. */
function isExpired({ settings: { mail, sms } }: AuthContext): Statement {
  return sql`created_at < now() - make_interval(secs => case
    when token_type in ('sms', 'phone_change') then ${sms.otpLifetime}::float8
    when token_type in ('recovery', 'reauthentication') then ${mail.signInLifetime}::float8
    else ${mail.otpLifetime}::float8 end)`
}

function codeHash(ctx: AuthContext, token: { type: TokenType; address: string }, code: string): Buffer {
  return keyedHash(ctx.keys.pepper, 'one-time code', token.type, token.address, code)
}

function found(row: TokenRow): FoundToken {
  return {
    id: row.id,
    userId: row.user_id,
    type: row.token_type,
    address: row.relates_to,
    flowId: row.flow_id,
    signUp: row.sign_up === null ? undefined : readSignUp(row.sign_up),
  }
}
