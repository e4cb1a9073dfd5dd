import { hash } from 'node:crypto'
import type pg from 'pg'

/** Postgres identifies a prepared statement by a name of at most 63 letters; equal texts get equal names. */
const nameOf = (text: string): string => `places ${hash('sha256', text, 'base64url')}`

/**
 * Runs a prepared statement: each connection parses and plans it once, and repeats it with other values. Not for
 * statements whose text contains values.
 */
export async function ask<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const { rows } = await pool.query<Row>({ name: nameOf(text), text, values })
  return rows
}
