import type { PoolClient } from 'pg'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import { type Authenticated, requireNoDeletion } from '../http/bearer.ts'
import { isRecentlyAuthenticated } from '../recent-authentication.ts'
import { findSession } from '../sessions/session.ts'
import { findUserById } from '../users/repo.ts'
import { hasVerifiedFactor, type UserRow } from '../users/row.ts'

/**
 * Required by every route that changes a credential: password, addresses, identities, factors and passkeys. A person
 * with a second factor must have shown it, and everybody must have proven a moment ago who they are, because a stolen
 * token is no proof. `status` is that of the wire format.
 */
export function requireMayChange(ctx: AuthContext, caller: Authenticated, status = 403): void {
  requireLevel(caller.user, caller.aal, status)
  requireRecent(ctx, caller)
}

/**
 * Locks the caller's account for a change. Checks level and session again, because a second factor may have been
 * switched on since the request arrived.
 */
export async function lockForChange(
  tx: PoolClient,
  { user: { id }, sessionId }: Authenticated,
  status = 403,
): Promise<UserRow> {
  const user = await lockUser(tx, id)
  const session = await findSession(tx, sessionId)
  if (session === undefined) throw new AuthError('session_not_found')
  requireNoDeletion(user)
  requireLevel(user, session.aal, status)
  return user
}

/** Locks the caller's account for a change of anything but a credential. */
export async function lockUser(tx: PoolClient, id: string): Promise<UserRow> {
  const user = await findUserById(tx, id, 'lock')
  if (user !== undefined) return user
  throw new AuthError('user_not_found', 'User from sub claim in JWT does not exist', { status: 403 })
}

/** Throws 400 `reauthentication_needed` unless the caller proved who they are a moment ago. */
export function requireRecent({ settings }: AuthContext, { user, claims }: Authenticated): void {
  // An anonymous visitor has nothing to prove their identity with.
  if (user.is_anonymous || isRecentlyAuthenticated(claims, settings.reauthentication.maxAge)) return
  throw new AuthError('reauthentication_needed')
}

/** Throws `insufficient_aal` for a person with a second factor who has not shown it in this session. */
export function requireLevel(user: UserRow, aal: string, status = 403): void {
  if (aal === 'aal2' || !hasVerifiedFactor(user)) return
  throw new AuthError('insufficient_aal', undefined, { status })
}
