import { type Queryable, run } from '../database.ts'
import { clearTokens } from '../one-time/tokens.ts'
import { updateUser } from '../users/repo.ts'

/**
 * Voids all unfinished changes of an account: new addresses, identities, passkeys, sign-ins by mail. The person who
 * began them may have known nothing but the old password.
 */
export async function dropPendingChanges(db: Queryable, userId: string): Promise<void> {
  await clearTokens(db, userId)
  await run(db, 'delete from auth.flow_states where user_id = $1 or linking_target_id = $1', [userId])
  await run(db, 'delete from auth.passkey_challenges where user_id = $1', [userId])
  await updateUser(db, userId, { email_change: null, email_change_confirm_status: 0, phone_change: null })
}
