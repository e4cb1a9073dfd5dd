import { audit } from '../audit.ts'
import { run } from '../database.ts'
import type { Queryable } from '../database.ts'
import { clearTokens } from '../one-time/tokens.ts'
import { mergeIdentity, mergeUserMetadata, updateUser } from './repo.ts'
import type { UserRow } from './row.ts'

/** Marks the user's e-mail as theirs. An anonymous user becomes a permanent one. */
export async function confirmEmail(db: Queryable, user: UserRow): Promise<void> {
  await updateUser(db, user.id, { email_confirmed_at: new Date(), is_anonymous: false })
  await mergeUserMetadata(db, user.id, { email_verified: true })
  await run(
    db,
    `update auth.identities set identity_data = identity_data || '{"email_verified": true}', updated_at = now()
     where user_id = $1 and provider = 'email'`,
    [user.id],
  )
  await audit(db, { action: 'user_confirmed', userId: user.id, traits: { by: 'email' } })
}

/** Marks the user's phone number as theirs. An anonymous user becomes a permanent one. */
export async function confirmPhone(db: Queryable, user: UserRow): Promise<void> {
  await updateUser(db, user.id, { phone_confirmed_at: new Date(), is_anonymous: false })
  await run(
    db,
    `update auth.identities set identity_data = identity_data || '{"phone_verified": true}', updated_at = now()
     where user_id = $1 and provider = 'phone'`,
    [user.id],
  )
  await audit(db, { action: 'user_confirmed', userId: user.id, traits: { by: 'phone' } })
}

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
