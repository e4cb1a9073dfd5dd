import type { Tx } from '@antojo/db/database'
import { sql } from 'kysely'

/** Runs statements as the owner of the database: a pool or transaction of the auth service. */
export interface OwnerConnection {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
}

const MAX_INVITATIONS_SHOWN = 50

const state = sql<'open' | 'used' | 'expired' | 'revoked'>`case
  when accounts = max_accounts then 'used' when revoked_at is not null then 'revoked'
  when expires_at <= now() then 'expired' else 'open' end`.as('state')
const COLUMNS = ['id', 'accounts', 'max_accounts', 'created_at', 'expires_at', state] as const
export type InvitationRow = Awaited<ReturnType<typeof writeInvitation>>

/** The person's latest invitations, newest first. */
export function readInvitations(tx: Tx, userId: string) {
  return tx
    .selectFrom('signup_invitations')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('kind', '=', 'account')
    .orderBy('created_at', 'desc')
    .limit(MAX_INVITATIONS_SHOWN)
    .execute()
}

/** Writes a new invitation, and removes the person's invitations that expired more than a month ago. */
export async function writeInvitation(
  tx: Tx,
  { userId, tokenHash, maxAccounts }: { userId: string; tokenHash: Buffer; maxAccounts: number },
) {
  await sql`
    delete from signup_invitations
     where user_id = ${userId} and expires_at < now() - interval '30 days'`.execute(tx)
  return tx
    .insertInto('signup_invitations')
    .values({ user_id: userId, token_hash: tokenHash, max_accounts: maxAccounts })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

/** False when the person has no such invitation. */
export async function revokeInvitation(tx: Tx, userId: string, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update signup_invitations set revoked_at = coalesce(revoked_at, now())
     where user_id = ${userId} and id = ${id}`.execute(tx)
  return numAffectedRows === 1n
}

export interface FoundInvitation {
  readonly kind: 'account' | 'list'
  readonly inviter: { readonly id: string; readonly provenEmail: string | null }
}

/**
 * The inviter of a token that admits one more person; null when that account is banned or deleted. Reads the auth
 * service's table too, which has bans, deletions and proven addresses.
 */
export async function findInvitation(
  db: OwnerConnection,
  tokenHash: Buffer,
): Promise<FoundInvitation | null> {
  const { rows } = await db.query(
    `select f.user_id, f.kind,
            case when u.email_confirmed_at is not null and not u.is_sso_user then u.email end as proven_email
       from app.find_invitation($1) f join auth.users u on u.id = f.user_id
      where u.deleted_at is null and u.delete_after is null and (u.banned_until is null or u.banned_until <= now())`,
    [tokenHash],
  )
  const [row] = rows
  if (row === undefined) return null
  const email = row['proven_email']
  return {
    kind: row['kind'] === 'list' ? 'list' : 'account',
    inviter: { id: String(row['user_id']), provenEmail: typeof email === 'string' ? email : null },
  }
}

/** Counts an account against the invitation; false when the invitation is used up. */
export async function spendInvitation(db: OwnerConnection, tokenHash: Buffer): Promise<boolean> {
  const { rows } = await db.query('select app.use_invitation($1) as used', [tokenHash])
  return rows[0]?.['used'] === true
}

/** True while there is no account. Concurrent calls wait until this transaction ends. */
export async function isFirstAccount(db: OwnerConnection): Promise<boolean> {
  const { rows } = await db.query('select app.is_first_account() as free')
  return rows[0]?.['free'] === true
}
