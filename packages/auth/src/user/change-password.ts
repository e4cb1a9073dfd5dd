import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import { clearTokens, consumeToken, findByCode } from '../one-time/tokens.ts'
import { requireStrongPassword } from '../passwords/strength.ts'
import { limitOwnGuess } from '../limits/guesses.ts'
import { forgetOtherOrigins } from '../limits/known-origins.ts'
import { deleteSessions, findSession } from '../sessions/session.ts'
import { updateUser } from '../users/repo.ts'
import type { ApplyChange } from './change-email.ts'
import type { OwnUpdate } from './update.ts'

/** A new password; it ends all other sessions and voids everything that was sent out. */
export async function preparePasswordChange(
  ctx: AuthContext,
  update: OwnUpdate,
  password: string,
): Promise<ApplyChange> {
  const { caller } = update
  requireStrongPassword(password, ctx.settings.password)
  if (ctx.settings.password.requireCurrent) await requireCurrentPassword(ctx, update)
  const nonce = await requireReauthentication(ctx, update)
  const old = caller.user.encrypted_password
  if (old !== null && (await ctx.passwords.verify(old, password)).ok) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.')
  }
  const hash = await ctx.passwords.hash(password)
  return async (tx, user) => {
    if (nonce !== undefined && !(await consumeToken(tx, nonce))) throw badNonce()
    await updateUser(tx, user.id, { encrypted_password: hash })
    await clearTokens(tx, user.id)
    await deleteSessions(tx, user.id, { except: caller.sessionId })
    await forgetOtherOrigins(tx, ctx, user.id, update.client)
    await audit(tx, { action: 'user_updated_password', userId: user.id, ip: update.client.ip })
    return undefined
  }
}

async function requireCurrentPassword(
  ctx: AuthContext,
  { caller, changes, client }: OwnUpdate,
): Promise<void> {
  const { user } = caller
  const { current_password: current } = changes
  if (user.encrypted_password === null) return
  if (current === undefined) {
    throw new AuthError(
      400,
      'current_password_required',
      'Current password required when setting new password.',
    )
  }
  const guess = await limitOwnGuess(ctx, 'current password', user.id, client)
  if (!(await ctx.passwords.verify(user.encrypted_password, current)).ok) {
    throw new AuthError(400, 'current_password_invalid', 'Current password is invalid.')
  }
  await guess.forgive()
}

const FRESH_SESSION_MS = 24 * 3600 * 1000

/** The nonce to consume, when the setting asks for one because the session is old. */
async function requireReauthentication(ctx: AuthContext, update: OwnUpdate) {
  if (!ctx.settings.password.requireReauthentication) return undefined
  const { user, sessionId } = update.caller
  const session = await findSession(ctx.pool, sessionId)
  if (session !== undefined && session.created_at.getTime() + FRESH_SESSION_MS > Date.now()) return undefined
  const code = update.changes.nonce
  if (code === undefined) {
    throw new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication')
  }
  const guess = await limitOwnGuess(ctx, 'code', user.id, update.client)
  const address = user.email ?? user.phone ?? ''
  const token = await findByCode(ctx.pool, ctx, ['reauthentication'], { address, code })
  if (token === undefined || token.userId !== user.id) throw badNonce()
  await guess.forgive()
  return token
}

function badNonce(): AuthError {
  return new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
}
