import type { Tx } from '@antojo/db/database'
import { sql } from 'kysely'

/**
 * Makes the tries due that wait for the fetch of one of these areas. Clears `tried_with`, because a small area may not change
 * `indexRevision`.
 */
export async function endWaiting(tx: Tx, areaIds: readonly string[]): Promise<void> {
  await sql`
    update app.identify_tries set next_try_at = now(), tried_with = null
     where waits_for = any (${[...areaIds]}::bigint[])`.execute(tx)
}
