import type pg from 'pg'
import type { Place } from '../place.ts'
import { knownCredit } from './known-sources.ts'
import { mergeBatch, prepareBatch } from './write/merge-batch.ts'
import { isLockTaken } from './write/replace-table.ts'
import { recordSource } from './run-import.ts'

/** Loading the whole index blocks other writers, and searches must not wait for that. */
const MAX_WAIT_MS = 1000

/**
 * Adds a few places to the index. Places from an import, which have more facts, stay as they are; while an import loads
 * the whole index, nothing is added.
 */
export async function rememberPlaces(pool: pg.Pool, places: readonly Place[]): Promise<void> {
  if (places.length === 0) return
  const { rows } = await pool.query<{ id: string }>(
    `select source || ':' || source_id id from places
     where (source, source_id) in (select * from unnest($1::text[], $2::text[]))`,
    [places.map((place) => place.source), places.map((place) => place.sourceId)],
  )
  const known = new Set(rows.map((row) => row.id))
  const fresh = places.filter((place) => !known.has(`${place.source}:${place.sourceId}`))
  if (fresh.length === 0) return
  const batch = prepareBatch(fresh.map((place) => ({ ...place, otherNames: [] })))
  try {
    await mergeBatch(pool, batch, { waitMs: MAX_WAIT_MS })
  } catch (error) {
    if (isLockTaken(error)) return
    throw error
  }
  for (const source of new Set(fresh.map((place) => place.source))) {
    await recordSource(pool, source, knownCredit(source))
  }
}
