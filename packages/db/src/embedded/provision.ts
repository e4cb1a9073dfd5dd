import { Client, type PoolConfig } from 'pg'
import type { EmbeddedServer } from './server.ts'

const OWNER = 'antojo'
const NAME = 'antojo'

/**
 * Creates the application's database and its owner if needed, and returns how to connect. The owner is not a superuser,
 * so that row security and privileges work as on a foreign server.
 */
export async function createAppDatabase(server: Pick<EmbeddedServer, 'host'>): Promise<PoolConfig> {
  await asSuperuser(server, 'postgres', async (client) => {
    const found = await client.query(
      `select (select true from pg_roles where rolname = $1) as owner,
              (select true from pg_database where datname = $2) as name`,
      [OWNER, NAME],
    )
    if (found.rows[0].owner !== true) await client.query(`create role ${OWNER} login createrole`)
    if (found.rows[0].name !== true) await client.query(`create database ${NAME} owner ${OWNER}`)
    // Guests' connections set this parameter; without the grant only a superuser could.
    await client.query(`grant set on parameter temp_file_limit to ${OWNER}`)
  })
  return { host: server.host, user: OWNER, database: NAME }
}

/** Runs `fn` on one connection of the superuser. */
export async function asSuperuser<T>(
  server: Pick<EmbeddedServer, 'host'>,
  database: string,
  fn: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ host: server.host, user: 'postgres', database })
  // A connection that breaks fails its statement; without a listener, it would end this process too.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await fn(client)
  } finally {
    await client.end()
  }
}
