import { type Queryable, sql } from './database.ts'

type AuditAction =
  | 'user_signedup'
  | 'user_invited'
  | 'user_confirmed'
  | 'user_updated_password'
  | 'user_modified'
  | 'user_deleted'
  | 'deletion_scheduled'
  | 'deletion_cancelled'
  | 'user_recovery_requested'
  | 'user_reauthenticate_requested'
  | 'login'
  | 'login_failed'
  | 'logout'
  | 'token_refreshed_again'
  | 'token_revoked'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'factor_added'
  | 'factor_verified'
  | 'factor_deleted'
  | 'factor_failed'
  | 'passkey_added'
  | 'passkey_deleted'
  | 'credential_issued'
  | 'admin_changed_user'
  | 'admin_changed_sso'

interface AuditDetails {
  /** The user who acted, if not the user of the entry. */
  readonly actorId?: string | undefined
  readonly ip?: string | undefined
  /** These must not contain tokens, codes or passwords. */
  readonly traits?: Readonly<Record<string, unknown>>
}

/** Adds an entry about a user to the log of security events, in the transaction of the change that it reports. */
export async function audit(
  db: Queryable,
  action: AuditAction,
  userId: string | undefined,
  { actorId, ip, traits = {} }: AuditDetails = {},
): Promise<void> {
  await sql`insert into auth.audit_log_entries (action, user_id, actor_id, ip_address, traits)
      values (${action}, ${userId}, ${actorId}, ${ip}, ${traits})`.run(db)
}
