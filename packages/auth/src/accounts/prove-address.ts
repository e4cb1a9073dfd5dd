import { audit } from '../audit.ts'
import { type Queryable, raw, sql } from '../database.ts'
import { clearTokens } from '../one-time/tokens.ts'
import { voidTokens } from '../sessions/session.ts'
import { mergeUserMetadata, saveIdentity, updateUser } from '../users/repo.ts'
import type { UserRow } from '../users/row.ts'
import { isProven, type PendingSignUp } from './pending-sign-up.ts'
import type { AddressKind } from './ports.ts'

/** A person who proves an address: the data of their sign-up, and the PKCE flow that continues it. */
export interface Proof {
  kind: AddressKind
  own: PendingSignUp
  flowId?: string | null
}

/**
 * Marks an address as proven by a link, a code, a provider or an administrator. If nobody had proven the account
 * before, it now holds the data of this person's sign-up, and nothing of anybody who typed the address earlier.
 */
export async function proveAddress(db: Queryable, user: UserRow, proof: Proof): Promise<void> {
  const { kind } = proof
  if (user[`${kind}_confirmed_at`] !== null) return
  if (!isProven(user)) await installSignUp(db, user, proof)
  await updateUser(db, user.id, { [`${kind}_confirmed_at`]: new Date(), is_anonymous: false })
  await sql`update auth.identities set updated_at = now(),
      identity_data = identity_data || ${{ [`${kind}_verified`]: true }}::jsonb
    where user_id = ${user.id} and provider = ${kind}`.run(db)
  if (kind === 'email') await mergeUserMetadata(db, user.id, { email_verified: true })
  await audit(db, 'user_confirmed', user.id, { traits: { by: kind } })
}

async function installSignUp(db: Queryable, user: UserRow, { kind, own, flowId }: Proof): Promise<void> {
  await dropClaims(db, user.id, flowId ?? null)
  await updateUser(db, user.id, { encrypted_password: own.passwordHash, raw_user_meta_data: own.data })
  const address = { sub: user.id, [kind]: user[kind], email_verified: false, phone_verified: false }
  const identity = own.identity ?? { provider: kind, providerId: user.id, data: { ...own.data, ...address } }
  // At most the account's other address stays: unlike a provider's identity, it opens nothing.
  await sql`delete from auth.identities where user_id = ${user.id}
    and (provider, provider_id) <> (${identity.provider}, ${identity.providerId})
    and (${own.identity !== undefined} or provider_id <> ${user.id}::text
      or provider not in ('email', 'phone'))`.run(db)
  await saveIdentity(db, { ...identity, userId: user.id }, 'replace')
}

/**
 * Deletes everything that could open the account again and all pending changes, except the flow that its owner is using
 * right now.
 */
export async function dropClaims(db: Queryable, userId: string, flowId: string | null): Promise<void> {
  for (const table of ['mfa_factors', 'passkeys', 'sessions', 'known_origins'])
    await sql`delete from auth.${raw(table)} where user_id = ${userId}`.run(db)
  await dropPendingChanges(db, userId, flowId)
  await voidTokens(db, userId)
}

/**
 * Voids all unfinished changes of an account: new addresses, identities, passkeys, sign-ins by mail. A person who
 * knew only the old password may have begun them.
 */
export async function dropPendingChanges(
  db: Queryable,
  userId: string,
  keptFlow: string | null = null,
): Promise<void> {
  await clearTokens(db, userId)
  await sql`delete from auth.flow_states
    where (user_id = ${userId} or linking_target_id = ${userId}) and id is distinct from ${keptFlow}`.run(db)
  await sql`delete from auth.passkey_challenges where user_id = ${userId}`.run(db)
  await updateUser(db, userId, { email_change: null, email_change_confirm_status: 0, phone_change: null })
}

/** Gives the user a proven address and the identity that goes with it. */
export async function applyAddress(
  db: Queryable,
  user: UserRow,
  kind: AddressKind,
  address: string,
): Promise<void> {
  const isEmail = kind === 'email'
  await updateUser(db, user.id, {
    [kind]: address,
    [`${kind}_confirmed_at`]: new Date(),
    [`${kind}_change`]: null,
    ...(isEmail ? { email_change_confirm_status: 0 } : {}),
    is_anonymous: false,
  })
  const data = { sub: user.id, [kind]: address, email_verified: isEmail, phone_verified: !isEmail }
  await saveIdentity(db, { userId: user.id, provider: kind, providerId: user.id, data }, 'merge')
  if (isEmail) await mergeUserMetadata(db, user.id, { email_verified: true })
  await clearTokens(db, user.id)
  await audit(db, 'user_modified', user.id, { traits: { field: kind } })
}
