import { createHash } from 'node:crypto'
import type pg from 'pg'

const names = new Map<string, string>()

/** Postgres knows a prepared statement by its name, at most 63 letters: equal texts have equal ones. */
function nameOf(text: string): string {
  const known = names.get(text) ?? `places ${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
  names.set(text, known)
  return known
}

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
