import type { Pool } from 'pg'

/** Sends a trivial query; rejects when the database cannot be reached. */
export async function ping(pool: Pool): Promise<void> {
  await pool.query('select 1')
}

/** The version of Postgres, e.g. `17.5`. */
export async function serverVersion(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ server_version: string }>('show server_version')
  return rows[0]?.server_version ?? ''
}
