import { hash } from 'node:crypto'
import type pg from 'pg'

/** Postgres knows a prepared statement by its name, at most 63 letters: equal texts have equal ones. */
const nameOf = (text: string): string => `places ${hash('sha256', text, 'base64url')}`

/**
 * The rows of one of the index's own statements, which come again and again with other values: a connection reads and
 * plans each of them once. Statements whose text holds values have no place here.
 */
export async function ask<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const { rows } = await pool.query<Row>({ name: nameOf(text), text, values })
  return rows
}
