import type { PoolClient } from 'pg'

export interface IdentityRow {
  id: string
  user_id: string
  provider: string
  provider_id: string
  identity_data: Record<string, unknown>
  email: string | null
  last_sign_in_at: string | null
  created_at: string
  updated_at: string
}

/** A factor without its secret. */
export interface FactorRow {
  id: string
  friendly_name: string
  factor_type: 'totp' | 'phone' | 'webauthn'
  status: 'unverified' | 'verified'
  phone: string | null
  web_authn_aaguid: string | null
  last_webauthn_challenge_data: unknown
  last_challenged_at: string | null
  created_at: string
  updated_at: string
}

/** A user with identities and factors, for answers. */
export interface UserRow {
  id: string
  aud: string
  role: string
  email: string | null
  phone: string | null
  encrypted_password: string | null
  email_confirmed_at: Date | null
  phone_confirmed_at: Date | null
  invited_at: Date | null
  confirmation_sent_at: Date | null
  recovery_sent_at: Date | null
  email_change: string | null
  email_change_sent_at: Date | null
  email_change_confirm_status: number
  phone_change: string | null
  phone_change_sent_at: Date | null
  reauthentication_sent_at: Date | null
  last_sign_in_at: Date | null
  raw_app_meta_data: Record<string, unknown>
  raw_user_meta_data: Record<string, unknown>
  is_sso_user: boolean
  is_anonymous: boolean
  banned_until: Date | null
  deleted_at: Date | null
  /** The account will be deleted then, because its owner wants that. */
  delete_after: Date | null
  created_at: Date
  updated_at: Date
  identities: IdentityRow[]
  factors: FactorRow[]
}

/** A change of a user made within the transaction; the work that it returns runs after the commit. */
export type ApplyChange = (tx: PoolClient, user: UserRow) => Promise<(() => Promise<void>) | undefined>

/** True while the user is banned. */
export function isBanned(user: UserRow): boolean {
  return user.banned_until !== null && user.banned_until.getTime() > Date.now()
}

export function hasVerifiedFactor(user: UserRow): boolean {
  return user.factors.some((factor) => factor.status === 'verified')
}
