import type { AuthContext } from '../context.ts'
import { keyedHash } from '../secrets.ts'
import type { IdentityRow, UserRow } from '../users/row.ts'

interface Account {
  readonly kind: 'email' | 'phone'
  readonly address: string
  readonly data: Record<string, unknown>
}

/**
 * A user that does not exist, in answer to a sign-up with an address that already has an account. Its ids are a keyed
 * hash of the address, so a second request gets the same ones, as for a real unconfirmed user.
 */
export function decoyUser(ctx: Pick<AuthContext, 'keys' | 'settings'>, account: Account): UserRow {
  const now = new Date()
  const id = pseudoUuid(ctx, 'user', account)
  const identity: IdentityRow = {
    id: pseudoUuid(ctx, 'identity', account),
    user_id: id,
    provider: account.kind,
    provider_id: id,
    identity_data: {
      ...account.data,
      sub: id,
      [account.kind]: account.address,
      email_verified: false,
      phone_verified: false,
    },
    email: account.kind === 'email' ? account.address : null,
    last_sign_in_at: now.toISOString(),
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  }
  return {
    id,
    aud: ctx.settings.jwt.audience,
    role: 'authenticated',
    email: account.kind === 'email' ? account.address : null,
    phone: account.kind === 'phone' ? account.address : null,
    encrypted_password: null,
    email_confirmed_at: null,
    phone_confirmed_at: null,
    invited_at: null,
    confirmation_sent_at: now,
    recovery_sent_at: null,
    email_change: null,
    email_change_sent_at: null,
    email_change_confirm_status: 0,
    phone_change: null,
    phone_change_sent_at: null,
    reauthentication_sent_at: null,
    last_sign_in_at: null,
    raw_app_meta_data: { provider: account.kind, providers: [account.kind] },
    raw_user_meta_data: account.data,
    is_sso_user: false,
    is_anonymous: false,
    banned_until: null,
    deleted_at: null,
    delete_after: null,
    created_at: now,
    updated_at: now,
    identities: [identity],
    factors: [],
  }
}

/** A real unconfirmed user, shown with the times and data of this request, like a decoy. */
export function repeatedUser(user: UserRow, data: Record<string, unknown>): UserRow {
  const now = new Date()
  const time = now.toISOString()
  const identities = user.identities.map((identity) => ({
    ...identity,
    identity_data: { ...data, ...addressOf(identity.identity_data) },
    last_sign_in_at: time,
    created_at: time,
    updated_at: time,
  }))
  return { ...user, raw_user_meta_data: data, invited_at: null, identities, created_at: now, updated_at: now }
}

function addressOf(data: Record<string, unknown>): Record<string, unknown> {
  const known = ['sub', 'email', 'phone', 'email_verified', 'phone_verified']
  return Object.fromEntries(Object.entries(data).filter(([key]) => known.includes(key)))
}

function pseudoUuid(ctx: Pick<AuthContext, 'keys'>, what: string, account: Account): string {
  const bytes = keyedHash(ctx.keys.pepper, 'decoy', what, account.kind, account.address).subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
