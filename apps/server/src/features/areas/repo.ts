import type { Tx } from '@antojo/db/database'
import { sql } from 'kysely'

/**
 * Makes the tries due that wait for the fetch of an area. Clears `tried_with`, because a small area may not change
 * `indexRevision`.
 */
export async function endWaiting(tx: Tx, areaId: string): Promise<void> {
  await sql`
    update app.identify_tries set next_try_at = now(), tried_with = null
     where waits_for = ${areaId}`.execute(tx)
}
