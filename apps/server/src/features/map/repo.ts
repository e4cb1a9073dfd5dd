import type { Tx } from '@antojo/db/database'
import { sql } from 'kysely'

/** Whether the map shows the streets of OpenFreeMap: unless an administrator chose otherwise. */
export async function showsStreets(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ hides_streets: boolean }>`
    select hides_streets from app.installation`.execute(tx)
  return rows[0]?.hides_streets !== true
}

export async function writeShowsStreets(tx: Tx, shows: boolean): Promise<void> {
  await sql`update app.installation set hides_streets = ${!shows}`.execute(tx)
}
