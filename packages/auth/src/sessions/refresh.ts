import { audit } from '../audit.ts'
import type { Answer, AuthContext } from '../context.ts'
import { inTransaction, type Queryable, sql } from '../database.ts'
import { AuthError, OAuthError } from '../errors.ts'
import type { ClientRequest } from '../http/client-request.ts'
import { findUserById, USER_COLUMNS } from '../users/repo.ts'
import { isBanned, type UserRow } from '../users/row.ts'
import { decodeRefreshToken, type RefreshTokenParts } from './refresh-token.ts'
import {
  deleteSessions,
  expiryOf,
  findSession,
  type LiveSession,
  presentSession,
  type SessionRow,
} from './session.ts'

type Refreshed = { ok: true; user: UserRow; session: SessionRow } | { ok: false; error: AuthError }

/**
 * Exchanges a refresh token for the next one of its session. The live token rotates. Its parent, or a token rotated
 * within the reuse interval, gets the live one again: the client lost the answer, or two tabs refreshed at once. An
 * older token was stolen, so the session ends for everybody.
 */
export async function refreshSession(
  ctx: AuthContext,
  token: string | undefined,
  client: ClientRequest,
): Promise<Answer> {
  if (token === undefined) throw new OAuthError('invalid_request', 'refresh_token required')
  const parts = decodeRefreshToken(ctx.keys.pepper, token)
  if (parts === undefined) throw refused('refresh_token_not_found', 'Refresh Token Not Found')
  const rotated = ctx.settings.sessions.singlePerUser ? undefined : await rotateLive(ctx, parts, client)
  if (rotated !== undefined) return presentSession(ctx, rotated.user, rotated.session)
  // A refusal may end the session. It is returned, not thrown, so that the transaction commits.
  const result = await inTransaction(ctx.pool, async (tx): Promise<Refreshed> => {
    const session = await findSession(tx, parts.sessionId, 'lock')
    if (session === undefined)
      return { ok: false, error: refused('session_not_found', 'No Valid Session Found') }
    const user = await findUserById(tx, session.user_id)
    if (user === undefined)
      return { ok: false, error: refused('session_not_found', 'No Valid Session Found') }
    if (isBanned(user)) return { ok: false, error: refused('user_banned', 'User Banned') }
    const expiry = await expiryOf(tx, ctx.settings.sessions, session)
    if (expiry !== undefined) return { ok: false, error: refused('session_expired', expiry) }
    const use = judge(session, parts.counter, ctx.settings.sessions.reuseInterval)
    if (use === 'again') {
      await audit(tx, 'token_refreshed_again', user.id, { ip: client.ip })
      return { ok: true, user, session }
    }
    if (use === 'rotate') return { ok: true, user, session: await rotate(tx, session.id, client) }
    await deleteSessions(tx, user.id, { only: session.id })
    await audit(tx, 'token_revoked', user.id, { ip: client.ip, traits: { reason: 'reuse' } })
    return { ok: false, error: refused('refresh_token_already_used', 'Already Used') }
  })
  if (!result.ok) throw result.error
  return presentSession(ctx, result.user, result.session)
}

function judge(session: SessionRow, counter: number, reuseInterval: number): 'rotate' | 'again' | 'stolen' {
  const live = session.refresh_token_counter
  if (counter === live) return 'rotate'
  if (counter > live || counter < session.refresh_token_floor) return 'stolen'
  if (counter === live - 1) return 'again'
  const rotatedAt = session.recent_rotations.at(counter - live)
  const isRecent = rotatedAt !== undefined && rotatedAt.getTime() + reuseInterval * 1000 >= Date.now()
  return isRecent ? 'again' : 'stolen'
}

const ROTATIONS_KEPT = 8

const rotation = ({ userAgent, ip }: ClientRequest) => sql`update auth.sessions s
  set refresh_token_counter = refresh_token_counter + 1, refreshed_at = now(), updated_at = now(),
    recent_rotations = (array_append(recent_rotations, now()))
      [greatest(1, cardinality(recent_rotations) + ${2 - ROTATIONS_KEPT}):], user_agent = ${userAgent}, ip = ${ip}`

/**
 * The usual case in one statement: the live token of a valid session and user. Undefined for every other case, which
 * the slower path decides.
 */
async function rotateLive(
  ctx: AuthContext,
  token: RefreshTokenParts,
  client: ClientRequest,
): Promise<{ user: UserRow; session: LiveSession } | undefined> {
  const { inactivity } = ctx.settings.sessions
  const row = await sql<UserRow & { session: LiveSession }>`with rotated as (
       ${rotation(client)}
       where s.id = ${token.sessionId} and s.refresh_token_counter = ${token.counter}
         and (s.not_after is null or s.not_after > now()) and (${inactivity}::float8 is null
           or coalesce(s.refreshed_at, s.created_at) > now() - make_interval(secs => ${inactivity}))
         and exists (select 1 from auth.users u where u.id = s.user_id and u.deleted_at is null
                     and (u.banned_until is null or u.banned_until <= now()))
       returning s.*
     )
     select ${USER_COLUMNS}, json_build_object('id', r.id, 'aal', r.aal, 'amr', r.amr,
       'refresh_token_counter', r.refresh_token_counter) as session
     from rotated r join auth.users u on u.id = r.user_id`.one(ctx.pool)
  return row === undefined ? undefined : { user: row, session: row.session }
}

function rotate(db: Queryable, sessionId: string, client: ClientRequest): Promise<SessionRow> {
  return sql<SessionRow>`${rotation(client)} where s.id = ${sessionId} returning *`.only(db)
}

function refused(code: AuthError['code'], reason: string): AuthError {
  return new AuthError(code, `Invalid Refresh Token: ${reason}`, { status: 400 })
}
