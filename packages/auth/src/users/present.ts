import type { FactorRow, IdentityRow, UserRow } from './row.ts'

/** The columns that every answer with a user has. The others are shown when they are set. */
type Column =
  | 'id'
  | 'aud'
  | 'role'
  | 'email'
  | 'phone'
  | `raw_${'app' | 'user'}_meta_data`
  | 'identities'
  | 'factors'
  | `${'created' | 'updated'}_at`
  | 'is_anonymous'

export type ShownUser = Pick<UserRow, Column> & Partial<UserRow>

/** A user as clients see it: never a hash, a token or the SSO flag. */
export function presentUser(user: ShownUser): Record<string, unknown> {
  const confirmations = [user.email_confirmed_at, user.phone_confirmed_at].filter((at) => at instanceof Date)
  const confirmed = confirmations.toSorted((a, b) => a.getTime() - b.getTime())[0]
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    phone: user.phone ?? '',
    ...present({
      email_confirmed_at: user.email_confirmed_at,
      phone_confirmed_at: user.phone_confirmed_at,
      confirmed_at: confirmed,
      confirmation_sent_at: user.confirmation_sent_at,
      recovery_sent_at: user.recovery_sent_at,
      new_email: user.email_change,
      email_change_sent_at: user.email_change_sent_at,
      new_phone: user.phone_change,
      phone_change_sent_at: user.phone_change_sent_at,
      reauthentication_sent_at: user.reauthentication_sent_at,
      invited_at: user.invited_at,
      last_sign_in_at: user.last_sign_in_at,
      banned_until: user.banned_until,
      deleted_at: user.deleted_at,
      delete_after: user.delete_after,
    }),
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    identities: user.identities.map(presentIdentity),
    ...(user.factors.length > 0 ? { factors: user.factors.map(presentFactor) } : {}),
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
    is_anonymous: user.is_anonymous,
  }
}

function presentIdentity(identity: IdentityRow): Record<string, unknown> {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    last_sign_in_at: iso(identity.last_sign_in_at),
    created_at: iso(identity.created_at),
    updated_at: iso(identity.updated_at),
    ...present({ email: identity.email }),
  }
}

export function presentFactor(factor: FactorRow): Record<string, unknown> {
  return {
    id: factor.id,
    created_at: iso(factor.created_at),
    updated_at: iso(factor.updated_at),
    status: factor.status,
    ...(factor.friendly_name === '' ? {} : { friendly_name: factor.friendly_name }),
    factor_type: factor.factor_type,
    phone: factor.phone ?? '',
    last_challenged_at: iso(factor.last_challenged_at),
    ...present({
      web_authn_aaguid: factor.web_authn_aaguid,
      last_webauthn_challenge_data: factor.last_webauthn_challenge_data,
    }),
  }
}

function iso(time: string | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}

/** Leaves out fields that are not set. */
function present(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  )
}
