import type { Pool } from 'pg'
import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { lockUser, requireLevel } from '../credentials/guard.ts'
import { inTransaction, type Queryable, sql } from '../database.ts'
import type { Authenticated } from '../http/bearer.ts'
import type { ClientRequest } from '../http/client-request.ts'
import { notify } from '../mail/send.ts'
import { deleteSessions } from '../sessions/session.ts'
import { findUserById, reloadUser, updateUser } from '../users/repo.ts'
import type { UserRow } from '../users/row.ts'
import type { RecordDeletion } from './ports.ts'
import { dropPendingChanges } from './prove-address.ts'

/**
 * Marks an account for deletion. Its sessions and codes end now; its rows are deleted after `deleteAfter`. Until then
 * its owner may sign in and restore it, and do nothing else.
 */
export async function scheduleDeletion(
  tx: Queryable,
  ctx: Pick<AuthContext, 'recordDeletion'>,
  { user, deleteAfter }: { readonly user: UserRow; readonly deleteAfter: Date },
): Promise<void> {
  await updateUser(tx, user.id, { delete_after: deleteAfter })
  await dropPendingChanges(tx, user.id)
  await deleteSessions(tx, user.id, 'all')
  await ctx.recordDeletion({ kind: 'scheduled', userId: user.id, deleteAfter })
}

/** Removes the mark. A person with a second step has to show it first. Nothing else about the account changes. */
export async function cancelDeletion(
  ctx: AuthContext,
  caller: Authenticated,
  client: ClientRequest,
): Promise<UserRow> {
  requireLevel(caller.user, caller.aal)
  const user = await inTransaction(ctx.pool, async (tx) => {
    const { id, delete_after: deleteAfter } = await lockUser(tx, caller.user.id)
    if (deleteAfter !== null) {
      await updateUser(tx, id, { delete_after: null })
      await audit(tx, 'deletion_cancelled', id, { ip: client.ip })
      await ctx.recordDeletion({ kind: 'cancelled', userId: id })
    }
    return reloadUser(tx, id)
  })
  notify(ctx, { kind: 'deletion_cancelled', user, client })
  return user
}

/** The ids of accounts whose time has passed. */
export async function listDueDeletions(db: Queryable, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }>`select id from auth.users where delete_after <= now()
      order by delete_after limit ${limit}`.many(db)
  return rows.map(({ id }) => id)
}

/** Deletes an account whose time has passed. Does nothing when it is already gone or was restored. */
export function deleteDueUser(pool: Pool, record: RecordDeletion, userId: string): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    const user = await findUserById(tx, userId, 'lock')
    const deleteAfter = user?.delete_after ?? null
    if (deleteAfter === null || deleteAfter.getTime() > Date.now()) return false
    await deleteUser(tx, { recordDeletion: record }, userId)
    await audit(tx, 'user_deleted', userId, { traits: { by: 'schedule' } })
    return true
  })
}

/** Deletes the row of an account and, by its foreign keys, everything that belongs to it. */
export async function deleteUser(
  tx: Queryable,
  ctx: Pick<AuthContext, 'recordDeletion'>,
  userId: string,
): Promise<void> {
  await ctx.recordDeletion({ kind: 'deleted', userId })
  await sql`delete from auth.users where id = ${userId}`.run(tx)
}
