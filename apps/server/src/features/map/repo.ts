import type { Schema } from '@antojo/db/schema'
import { sql, type Transaction } from 'kysely'

/** Whether an administrator has chosen the streets of OpenFreeMap. */
export async function showsStreets(tx: Transaction<Schema>): Promise<boolean> {
  const { rows } = await sql<{ shows_streets: boolean }>`select shows_streets from app.installation`.execute(
    tx,
  )
  return rows[0]?.shows_streets === true
}

export async function writeShowsStreets(tx: Transaction<Schema>, shows: boolean): Promise<void> {
  await sql`update app.installation set shows_streets = ${shows}`.execute(tx)
}
