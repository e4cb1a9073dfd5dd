import type { PoolClient } from 'pg'
import type { Answer, AuthContext } from '../context.ts'
import { inTransaction, type Queryable, raw, sql } from '../database.ts'
import type { ClientRequest } from '../http/client-request.ts'
import { signJwt } from '../keys.ts'
import { rememberOrigin } from '../limits/known-origins.ts'
import { metadataClaim } from '../users/metadata.ts'
import { presentUser } from '../users/present.ts'
import { hasVerifiedFactor, type UserRow } from '../users/row.ts'
import { encodeRefreshToken } from './refresh-token.ts'

export type AuthMethod =
  | 'password'
  | 'otp'
  | 'oauth'
  | 'totp'
  | 'mfa/phone'
  | 'mfa/webauthn'
  | 'sso/saml'
  | 'anonymous'
  | 'web3'
  | 'recovery'
  | 'invite'
  | 'magiclink'
  | 'email/signup'
  | 'email_change'
  | 'passkey'

/** One way in which the holder of a session authenticated; `timestamp` in Unix seconds. */
interface AmrEntry {
  method: AuthMethod
  timestamp: number
  /** Id of the SSO provider. */
  provider?: string
}

export interface SessionRow {
  id: string
  user_id: string
  aal: 'aal1' | 'aal2'
  amr: AmrEntry[]
  factor_id: string | null
  refresh_token_counter: number
  refresh_token_floor: number
  recent_rotations: Date[]
  refreshed_at: Date | null
  not_after: Date | null
  created_at: Date
}

/** The fields of a session in an answer. */
export type LiveSession = Pick<SessionRow, 'id' | 'aal' | 'amr' | 'refresh_token_counter'>

interface Login {
  readonly user: UserRow
  readonly client: ClientRequest
  readonly method: AuthMethod
  readonly ssoProvider?: string | undefined
}

/**
 * Opens a session for a user who has just authenticated, and records the sign-in. With a second factor, the origin is
 * remembered only after that factor: until then the client may be a thief of the first.
 */
export async function createSession(db: Queryable, ctx: AuthContext, login: Login): Promise<SessionRow> {
  const { user, client, method, ssoProvider } = login
  const amr: AmrEntry[] = [
    { method, timestamp: nowSeconds(), ...(ssoProvider === undefined ? {} : { provider: ssoProvider }) },
  ]
  const session = await sql<SessionRow>`with signed_in as (
       update auth.users set last_sign_in_at = now(), updated_at = now() where id = ${user.id}
     ), noted as (
       insert into auth.audit_log_entries (action, user_id, ip_address, traits)
         values ('login', ${user.id}, ${client.ip}, jsonb_build_object('method', ${method}::text))
     )
     insert into auth.sessions (user_id, amr, user_agent, ip, not_after)
     values (${user.id}, ${JSON.stringify(amr)}, ${client.userAgent}, ${client.ip},
       now() + make_interval(secs => ${ctx.settings.sessions.timebox}::float8)) returning *`.only(db)
  if (!hasVerifiedFactor(user)) await rememberOrigin(db, ctx, user.id, client)
  user.last_sign_in_at = session.created_at
  user.updated_at = session.created_at
  return session
}

/** Finds a session. With `lock`, flows on it wait for each other. */
export function findSession(db: Queryable, id: string, lock?: 'lock'): Promise<SessionRow | undefined> {
  const locking = raw(lock === undefined ? '' : 'for update')
  return sql<SessionRow>`select * from auth.sessions where id = ${id} ${locking}`.one(db)
}

/** Adds a method to a session: `amr` gains it, the level follows, older refresh tokens end. */
export function elevateSession(
  db: Queryable,
  session: SessionRow,
  step: { method: AuthMethod; factorId: string },
): Promise<SessionRow> {
  const amr = [
    { method: step.method, timestamp: nowSeconds() },
    ...session.amr.filter((entry) => entry.method !== step.method),
  ]
  return sql<SessionRow>`update auth.sessions set aal = 'aal2', amr = ${JSON.stringify(amr)},
       factor_id = ${step.factorId}, updated_at = now(), recent_rotations = '{}',
       refresh_token_counter = refresh_token_counter + 1, refresh_token_floor = refresh_token_counter + 1
     where id = ${session.id} returning *`.only(db)
}

/** Opens a session for the user that `authenticate` returns, in its transaction. Returns the answer. */
export async function signIn(
  ctx: AuthContext,
  login: Pick<Login, 'client' | 'method'>,
  authenticate: (tx: PoolClient) => Promise<UserRow>,
): Promise<Answer> {
  const { user, session } = await inTransaction(ctx.pool, async (tx) => {
    const authenticated = await authenticate(tx)
    const opened = await createSession(tx, ctx, { ...login, user: authenticated })
    return { user: authenticated, session: opened }
  })
  return presentSession(ctx, user, session)
}

/** The answer to a successful sign-in or refresh. */
export async function presentSession(ctx: AuthContext, user: UserRow, session: LiveSession): Promise<Answer> {
  const { lifetime } = ctx.settings.jwt
  const issuedAt = nowSeconds()
  const accessToken = await signJwt(ctx.keys, {
    iss: ctx.settings.externalUrl,
    sub: user.id,
    aud: user.aud,
    exp: issuedAt + lifetime,
    iat: issuedAt,
    email: user.email ?? '',
    // Single sign-on may claim any address, so its claim does not count here.
    email_verified: user.email_confirmed_at !== null && !user.is_sso_user,
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data,
    user_metadata: metadataClaim(user.raw_user_meta_data),
    role: user.role,
    aal: session.aal,
    ...(hasVerifiedFactor(user) ? { aal_required: 'aal2' } : {}),
    amr: session.amr,
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  })
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: lifetime,
    expires_at: issuedAt + lifetime,
    refresh_token: encodeRefreshToken(ctx.keys.pepper, {
      sessionId: session.id,
      counter: session.refresh_token_counter,
    }),
    user: presentUser(user),
  }
}

/** Ends sessions of a user: all, one, or all but one. */
export async function deleteSessions(
  db: Queryable,
  userId: string,
  which: 'all' | { only: string } | { except: string },
): Promise<void> {
  if (which === 'all') await sql`delete from auth.sessions where user_id = ${userId}`.run(db)
  else if ('only' in which)
    await sql`delete from auth.sessions where user_id = ${userId} and id = ${which.only}`.run(db)
  else await sql`delete from auth.sessions where user_id = ${userId} and id <> ${which.except}`.run(db)
}

/**
 * Voids the tokens that the application has issued for an account, as `auth.tokens_valid_after` reports to it. With the
 * account locked, the clock is later than any token of a transaction that held a session.
 */
export async function voidTokens(db: Queryable, userId: string): Promise<void> {
  await sql`update auth.users set tokens_valid_after = clock_timestamp() where id = ${userId}`.run(db)
}

/** The reason why a session may no longer be used, in the words of the wire format. */
export async function expiryOf(
  db: Queryable,
  rules: AuthContext['settings']['sessions'],
  session: SessionRow,
): Promise<string | undefined> {
  const now = Date.now()
  if (session.not_after !== null && session.not_after.getTime() <= now) return 'Session Expired'
  const lastUse = session.refreshed_at ?? session.created_at
  if (rules.inactivity !== undefined && lastUse.getTime() + rules.inactivity * 1000 <= now)
    return 'Session Expired (Inactivity)'
  if (!rules.singlePerUser) return undefined
  const [newest] = await sql<{ id: string }>`select id from auth.sessions
    where user_id = ${session.user_id}
    order by coalesce(refreshed_at, created_at) desc, id limit 1`.many(db)
  return newest?.id === session.id ? undefined : 'Session Expired (Revoked by Newer Login)'
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000)
}
