import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type AccessClaims, isAdmin } from '../access-token.ts'
import type { AuthContext } from '../context.ts'
import { sql } from '../database.ts'
import { AuthError } from '../errors.ts'
import { USER_COLUMNS } from '../users/repo.ts'
import { isBanned, type UserRow } from '../users/row.ts'

/** A caller whose token, session and account are all valid. */
export interface Authenticated {
  user: UserRow
  sessionId: string
  aal: string
  claims: AccessClaims
}

const BEARER = /^bearer\s+(\S+)$/i

/** The token of the Authorization header, if any. */
function bearerToken(request: FastifyRequest): string | undefined {
  return BEARER.exec(request.headers.authorization ?? '')?.[1]
}

/** The verified claims of the bearer; throws 401 `no_authorization` or 403 `bad_jwt`. */
async function requireClaims(ctx: AuthContext, request: FastifyRequest): Promise<AccessClaims> {
  const token = bearerToken(request)
  if (token === undefined) throw new AuthError('no_authorization')
  const result = await ctx.verifyToken(token)
  if (result.ok) return result.claims
  throw new AuthError('bad_jwt', `invalid JWT: unable to parse or verify signature, ${result.message}`)
}

/**
 * Returns the user of the bearer token. Refuses ended sessions, deleted accounts and accounts marked for deletion.
 */
export async function requireUser(ctx: AuthContext, request: FastifyRequest): Promise<Authenticated> {
  const caller = await requireOwner(ctx, request)
  requireNoDeletion(caller.user)
  return caller
}

/** Throws 403 `deletion_scheduled`. */
export function requireNoDeletion(user: Pick<UserRow, 'delete_after'>): void {
  if (user.delete_after === null) return
  throw new AuthError('deletion_scheduled')
}

/** Like `requireUser`, for the few things that the owner of a marked account may do: sign in, restore, sign out. */
export async function requireOwner(ctx: AuthContext, request: FastifyRequest): Promise<Authenticated> {
  const claims = await requireClaims(ctx, request)
  if (claims.sub === undefined) throw new AuthError('bad_jwt')
  if (!z.guid().safeParse(claims.sub).success)
    throw new AuthError('bad_jwt', 'invalid claim: sub claim must be a UUID', { status: 400 })
  const sessionId = z.guid().safeParse(claims.session_id)
  const user = await sql<UserRow & { session_aal: string | null }>`select ${USER_COLUMNS},
       (select s.aal from auth.sessions s where s.id = ${sessionId.data}
         and s.user_id = u.id and (s.not_after is null or s.not_after > now())) as session_aal
     from auth.users u where u.id = ${claims.sub} and u.deleted_at is null`.one(ctx.pool)
  if (user === undefined)
    throw new AuthError('user_not_found', 'User from sub claim in JWT does not exist', { status: 403 })
  if (!sessionId.success || user.session_aal === null) throw new AuthError('session_not_found')
  if (isBanned(user)) throw new AuthError('user_banned')
  return { user, sessionId: sessionId.data, aal: user.session_aal, claims }
}

/** Throws unless the bearer is an administrator. Returns the administrator's id, if the token names it. */
export async function requireAdmin(
  ctx: AuthContext,
  request: FastifyRequest,
): Promise<{ actorId: string | undefined }> {
  const claims = await requireClaims(ctx, request)
  if (!isAdmin(claims)) throw new AuthError('not_admin')
  if (claims.session_id !== undefined) {
    const session = await sql`select 1 from auth.sessions
      where id::text = ${claims.session_id} and (not_after is null or not_after > now())`.one(ctx.pool)
    if (session === undefined) throw new AuthError('session_expired')
  }
  return { actorId: z.guid().safeParse(claims.sub).data }
}

/** True for requests of an administrator; never throws. */
export async function isAdminRequest(ctx: AuthContext, request: FastifyRequest): Promise<boolean> {
  const token = bearerToken(request)
  if (token === undefined) return false
  const result = await ctx.verifyToken(token)
  return result.ok && isAdmin(result.claims)
}
