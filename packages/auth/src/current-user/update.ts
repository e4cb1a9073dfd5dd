import type { AddressKind } from '../accounts/ports.ts'
import { dropPendingChanges } from '../accounts/prove-address.ts'
import { inAddressTransaction, normalizeAddress } from '../accounts/reach.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { lockForChange, lockUser, requireLevel } from '../credentials/guard.ts'
import { AuthError } from '../errors.ts'
import type { Authenticated } from '../http/bearer.ts'
import { forgetOtherOrigins } from '../limits/known-origins.ts'
import { notify } from '../mail/send.ts'
import { requireStrongPassword } from '../passwords/strength.ts'
import { deleteSessions, voidTokens } from '../sessions/session.ts'
import { requireUserMetadataFits } from '../users/metadata.ts'
import { mergeUserMetadata, reloadUser, updateUser } from '../users/repo.ts'
import type { ApplyChange, UserRow } from '../users/row.ts'
import { prepareAddressChange } from './change-address.ts'
import { consumeNonce, type OwnChanges, type OwnUpdate, requireProof } from './proof.ts'

const KINDS: readonly AddressKind[] = ['email', 'phone']

/**
 * Applies a user's changes to their own account, all or none. Slow and foreign work (hashing, messages) happens before
 * and after the one transaction.
 */
export async function updateOwnUser(ctx: AuthContext, update: OwnUpdate): Promise<UserRow> {
  const { caller, changes } = update
  requireAllowed(caller, changes)
  if (changes.password !== undefined) {
    const address = changes.email ?? caller.user.email ?? undefined
    await requireStrongPassword(changes.password, ctx.settings, address)
  }
  const nonce = isSensitive(changes) ? await requireProof(ctx, update) : undefined
  const wanted = KINDS.flatMap((kind) => {
    const given = changes[kind]
    return given === undefined ? [] : [{ kind, address: normalizeAddress(kind, given) }]
  })
  const steps: ApplyChange[] = []
  if (changes.password !== undefined) steps.push(await preparePasswordChange(ctx, update, changes.password))
  for (const { kind, address } of wanted)
    if (address !== caller.user[kind]) steps.push(await prepareAddressChange(ctx, update, kind, address))

  const { user, afterwards } = await inAddressTransaction(ctx.pool, async (tx) => {
    const locked = isSensitive(changes)
      ? await lockForChange(tx, caller, WIRE_STATUS)
      : await lockUser(tx, caller.user.id)
    if (nonce !== undefined) await consumeNonce(tx, nonce)
    const pending: (() => Promise<void>)[] = []
    for (const step of steps) {
      const afterStep = await step(tx, locked)
      if (afterStep !== undefined) pending.push(afterStep)
    }
    if (changes.data !== undefined) {
      requireUserMetadataFits(await mergeUserMetadata(tx, locked.id, changes.data))
      const traits = { field: 'data' }
      await audit(tx, 'user_modified', locked.id, { ip: update.client.ip, traits })
    }
    return { user: await reloadUser(tx, locked.id), afterwards: pending }
  })
  for (const work of afterwards) await work()
  return user
}

const WIRE_STATUS = 401

function isSensitive({ email, phone, password }: OwnChanges): boolean {
  return email !== undefined || phone !== undefined || password !== undefined
}

function requireAllowed({ user, aal }: Authenticated, changes: OwnChanges): void {
  if (user.is_sso_user && (isSensitive(changes) || changes.nonce !== undefined))
    throw new AuthError('user_sso_managed')
  if (isSensitive(changes)) requireLevel(user, aal, WIRE_STATUS)
  const hasAddress = changes.email !== undefined || changes.phone !== undefined
  if (user.is_anonymous && changes.password !== undefined && !hasAddress) {
    throw new AuthError(
      'validation_failed',
      'Updating password of an anonymous user without an email or phone is not allowed',
      { status: 422 },
    )
  }
}

/** Prepares a new password. It ends all other sessions and voids all codes and pending changes. */
async function preparePasswordChange(
  ctx: AuthContext,
  update: OwnUpdate,
  password: string,
): Promise<ApplyChange> {
  const { caller, client } = update
  const old = caller.user.encrypted_password
  if (old !== null && (await ctx.passwords.verify(old, password)).ok) throw new AuthError('same_password')
  const hash = await ctx.passwords.hash(password)
  return async (tx, user) => {
    await updateUser(tx, user.id, { encrypted_password: hash })
    await dropPendingChanges(tx, user.id)
    await deleteSessions(tx, user.id, { except: caller.sessionId })
    await voidTokens(tx, user.id)
    await forgetOtherOrigins(tx, ctx, user.id, client)
    await audit(tx, 'user_updated_password', user.id, { ip: client.ip })
    return async () => notify(ctx, { kind: 'password_changed', user, client })
  }
}
