import type { Tx } from '@antojo/db/database'
import { sql } from 'kysely'

/** False when the session has ended. A change of the password waits until this transaction ends. */
export async function holdSession(tx: Tx, userId: string, sessionId: unknown): Promise<boolean> {
  const { rows } = await sql<{ is_held: boolean }>`
    select auth.hold_session(${userId}, ${sessionId}) as is_held`.execute(tx)
  return rows[0]?.is_held === true
}
