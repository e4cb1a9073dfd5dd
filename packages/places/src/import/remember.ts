import type pg from 'pg'
import type { Place } from '../place.ts'
import { knownCredit } from './known-sources.ts'
import { mergeBatch, prepareBatch } from './merge-batch.ts'
import { recordSource } from './run-import.ts'

/** Adds a few places to the index; a place that an import brought, with more facts, is left as it is. */
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
  await mergeBatch(pool, prepareBatch(fresh.map((place) => ({ ...place, otherNames: [] }))))
  for (const source of new Set(fresh.map((place) => place.source))) {
    await recordSource(pool, source, knownCredit(source))
  }
}
