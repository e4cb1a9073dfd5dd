import type { PoolClient } from 'pg'
import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { sql } from '../database.ts'
import { AuthError } from '../errors.ts'
import type { ClientRequest } from '../http/client-request.ts'
import { type Confirmation, issueConfirmation } from '../signup/sign-up.ts'
import {
  findUserByEmail,
  findUserByIdentity,
  insertIdentity,
  insertUser,
  mergeUserMetadata,
  type NewIdentity,
  refreshProviders,
  reloadUser,
  updateUser,
} from '../users/repo.ts'
import { hasVerifiedFactor, isBanned, type UserRow } from '../users/row.ts'
import { withAdmission } from './admission.ts'
import { hashDevice } from './pending-sign-up.ts'
import type { ExternalProfile } from './ports.ts'
import { proveAddress } from './prove-address.ts'

type ExternalSignIn =
  /** `linked`: the account gained this identity. */
  | { kind: 'user'; user: UserRow; linked: boolean }
  /** The provider has not verified the address: a mail has to confirm it before the person gets in. */
  | ({ kind: 'unconfirmed'; email: string } & Confirmation)

/**
 * Finds the account of an outside identity: the account that already has it, else the one with the same address if the
 * provider has verified that address, else a new one. Single sign-on never joins accounts by address, because its
 * administrators may claim any address.
 */
export async function signInExternally(
  tx: PoolClient,
  ctx: AuthContext,
  profile: ExternalProfile,
  client: ClientRequest,
): Promise<ExternalSignIn> {
  const identity = { provider: profile.provider, providerId: profile.providerId }
  const known = await findUserByIdentity(tx, identity, 'lock')
  const joined = known === undefined ? await joinByEmail(tx, profile) : undefined
  const user =
    known ??
    joined?.user ??
    (await withAdmission(ctx, { db: tx, provider: profile.provider, client }, () =>
      createExternalUser(tx, ctx, profile),
    ))
  if (isBanned(user)) throw new AuthError('user_banned')
  if (known !== undefined) await refreshIdentity(tx, profile)
  const { email } = user
  if (user.email_confirmed_at === null && email !== null && profile.isSso !== true) {
    const own = { passwordHash: null, data: profile.data, identity: { ...identity, data: profile.data } }
    const isVouchedFor = profile.emailVerified && email === profile.email
    if (!isVouchedFor && !ctx.autoconfirmEmail) {
      const asked = { kind: 'email', address: email, challenge: undefined } as const
      const deviceHash = hashDevice(client.device)
      const confirmation = await issueConfirmation(tx, ctx, user, { ...asked, own, deviceHash })
      return { kind: 'unconfirmed', email, ...confirmation }
    }
    await proveAddress(tx, user, { kind: 'email', own })
  }
  await mergeUserMetadata(tx, user.id, profile.data)
  return { kind: 'user', user: await reloadUser(tx, user.id), linked: joined?.linked === true }
}

/** Adds an outside identity to a user who asked for it while signed in. Throws 422 `identity_already_exists`. */
export async function linkIdentity(
  tx: PoolClient,
  userId: string,
  profile: ExternalProfile,
): Promise<ExternalSignIn & { kind: 'user' }> {
  const holder = await findUserByIdentity(tx, { provider: profile.provider, providerId: profile.providerId })
  if (holder !== undefined) {
    const whose = holder.id === userId ? '' : ' to another user'
    throw new AuthError('identity_already_exists', `Identity is already linked${whose}`)
  }
  const user = await reloadUser(tx, userId)
  await insertIdentity(tx, identityOf(userId, profile))
  await mergeUserMetadata(tx, userId, profile.data)
  if (user.is_anonymous) await makePermanent(tx, userId, profile)
  await audit(tx, 'identity_linked', userId, { traits: { provider: profile.provider } })
  return { kind: 'user', user: await reloadUser(tx, userId), linked: true }
}

async function makePermanent(tx: PoolClient, userId: string, profile: ExternalProfile): Promise<void> {
  const { email } = profile
  const free = email !== undefined && (await findUserByEmail(tx, email)) === undefined
  await updateUser(tx, userId, {
    is_anonymous: false,
    ...(free && profile.emailVerified ? { email, email_confirmed_at: new Date() } : {}),
  })
}

async function joinByEmail(
  tx: PoolClient,
  profile: ExternalProfile,
): Promise<{ user: UserRow; linked: boolean } | undefined> {
  if (profile.isSso === true || profile.email === undefined || !profile.emailVerified) return undefined
  const user = await findUserByEmail(tx, profile.email, 'lock')
  if (user === undefined) return undefined
  // The caller takes over an account that nobody has proven. Where an account has a second step, its identities change
  // only at that level, so the address opens it each time instead.
  if (user.email_confirmed_at === null || hasVerifiedFactor(user)) return { user, linked: false }
  await insertIdentity(tx, identityOf(user.id, profile))
  await audit(tx, 'identity_linked', user.id, { traits: { provider: profile.provider } })
  return { user, linked: true }
}

async function createExternalUser(
  tx: PoolClient,
  ctx: AuthContext,
  profile: ExternalProfile,
): Promise<UserRow> {
  const taken =
    profile.email !== undefined &&
    profile.isSso !== true &&
    (await findUserByEmail(tx, profile.email)) !== undefined
  const created = await insertUser(tx, {
    aud: ctx.settings.jwt.audience,
    email: taken ? null : profile.email,
    ...(profile.isSso === true ? { is_sso_user: true, raw_user_meta_data: profile.data } : {}),
  })
  await insertIdentity(tx, identityOf(created.id, profile))
  if (profile.isSso === true) await updateUser(tx, created.id, { email_confirmed_at: new Date() })
  await audit(tx, 'user_signedup', created.id, { traits: { provider: profile.provider } })
  return reloadUser(tx, created.id)
}

function identityOf(userId: string, { provider, providerId, data }: ExternalProfile): NewIdentity {
  return { userId, provider, providerId, data }
}

async function refreshIdentity(tx: PoolClient, profile: ExternalProfile): Promise<void> {
  const row = await sql<{ user_id: string }>`update auth.identities
      set identity_data = ${profile.data}, last_sign_in_at = now(), updated_at = now()
     where provider = ${profile.provider} and provider_id = ${profile.providerId} returning user_id`.one(tx)
  if (row !== undefined) await refreshProviders(tx, row.user_id)
}
