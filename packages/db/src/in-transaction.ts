import type { Pool, PoolClient } from 'pg'

/** Runs work in one transaction of its own connection: all of it is written, or nothing. `begin` may set what applies to it. */
export async function inTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  begin = 'begin',
): Promise<T> {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    await client.query(begin)
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    // A connection that cannot roll back any more is not used again.
    await client.query('rollback').catch((broken: Error) => (failure = broken))
    throw error
  } finally {
    client.release(failure)
  }
}
