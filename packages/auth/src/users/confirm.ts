import { audit } from '../audit.ts'
import type { Queryable } from '../database.ts'
import { clearTokens } from '../one-time/tokens.ts'
import { mergeIdentity, mergeUserMetadata, updateUser } from './repo.ts'
import type { UserRow } from './row.ts'

/** Gives the user a confirmed e-mail address and the identity that goes with it. */
export async function applyEmail(db: Queryable, user: UserRow, email: string): Promise<void> {
  await updateUser(db, user.id, {
    email,
    email_confirmed_at: new Date(),
    email_change: null,
    email_change_confirm_status: 0,
    is_anonymous: false,
  })
  const data = { sub: user.id, email, email_verified: true, phone_verified: false }
  await mergeIdentity(db, { userId: user.id, provider: 'email', providerId: user.id, data })
  await mergeUserMetadata(db, user.id, { email_verified: true })
  await clearTokens(db, user.id)
  await audit(db, { action: 'user_modified', userId: user.id, traits: { field: 'email' } })
}

/** Gives the user a confirmed phone number and the identity that goes with it. */
export async function applyPhone(db: Queryable, user: UserRow, phone: string): Promise<void> {
  await updateUser(db, user.id, {
    phone,
    phone_confirmed_at: new Date(),
    phone_change: null,
    is_anonymous: false,
  })
  const data = { sub: user.id, phone, email_verified: false, phone_verified: true }
  await mergeIdentity(db, { userId: user.id, provider: 'phone', providerId: user.id, data })
  await clearTokens(db, user.id)
  await audit(db, { action: 'user_modified', userId: user.id, traits: { field: 'phone' } })
}
