import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { readJsonl } from './formats/read-jsonl.ts'
import { importPlaces } from './run-import.ts'

/** The list of well-known restaurants that comes with the product: facts written by hand, in the JSONL format. */
export const SEED_FILE = fileURLToPath(new URL('../../seed/places.jsonl', import.meta.url))

/**
 * Loads the written list into an empty index, so that a new installation has some places. Safe when several nodes start
 * at once. Returns the number of places added.
 */
export async function ensureSeed(pool: pg.Pool): Promise<number> {
  const { rowCount } = await pool.query('select from places limit 1')
  if (rowCount !== 0) return 0
  return (await importPlaces(pool, readJsonl(SEED_FILE))).inserted
}
