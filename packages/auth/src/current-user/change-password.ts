import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { dropPendingChanges } from '../credentials/pending-changes.ts'
import { AuthError } from '../errors.ts'
import { forgetOtherOrigins } from '../limits/known-origins.ts'
import { notify } from '../mail/notify.ts'
import { deleteSessions } from '../sessions/session.ts'
import { updateUser } from '../users/repo.ts'
import type { ApplyChange, OwnUpdate } from './own-update.ts'

/** Prepares a new password. It ends all other sessions and voids all codes and pending changes. */
export async function preparePasswordChange(
  ctx: AuthContext,
  update: OwnUpdate,
  password: string,
): Promise<ApplyChange> {
  const { caller, client } = update
  const old = caller.user.encrypted_password
  if (old !== null && (await ctx.passwords.verify(old, password)).ok) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.')
  }
  const hash = await ctx.passwords.hash(password)
  return async (tx, user) => {
    await updateUser(tx, user.id, { encrypted_password: hash })
    await dropPendingChanges(tx, user.id)
    await deleteSessions(tx, user.id, { except: caller.sessionId })
    await forgetOtherOrigins(tx, ctx, user.id, client)
    await audit(tx, { action: 'user_updated_password', userId: user.id, ip: client.ip })
    return async () => notify(ctx, { kind: 'password_changed', user, client })
  }
}
