import { connect } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { UnfitDatabase } from '../unfit-database.ts'

/** Any constant; the lock is only taken in the database `postgres` of the embedded server. */
const LOCK_KEY = 20_260_101
/** Milliseconds that the server may need to notice that a killed holder has ended. */
const GRACE = 3_000

/** Thrown when another process holds the data directory; `message` names that process. */
export class DataDirInUse extends UnfitDatabase {
  readonly code = 'data_dir_in_use'
}

export interface Lock {
  /** The version that Postgres reports, for example `18.4`. */
  readonly serverVersion: string
  /** Call this before the connection is expected to end. */
  readonly forget: () => void
  readonly end: () => Promise<void>
}

/**
 * Takes the lock of the process that runs the server, and keeps its connection open. `onLost` is called once when the
 * connection ends unexpectedly.
 */
export async function takeLock(host: string, onLost: () => void): Promise<Lock> {
  const client = new Client({
    host,
    user: 'postgres',
    database: 'postgres',
    application_name: `antojo pid ${process.pid} on ${hostname()}`.slice(0, 63),
    connectionTimeoutMillis: 10_000,
  })
  let expected = false
  client.on('error', () => undefined)
  try {
    await client.connect()
    await acquire(client)
    const version = await client.query<{ server_version: string }>('show server_version')
    client.once('end', () => {
      if (!expected) onLost()
    })
    return {
      serverVersion: version.rows[0]?.server_version ?? '',
      forget: () => (expected = true),
      end: () => client.end().catch(() => undefined),
    }
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

async function acquire(client: Client): Promise<void> {
  const deadline = Date.now() + GRACE
  for (;;) {
    const tried = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [LOCK_KEY])
    if (tried.rows[0]?.got === true) return
    if (Date.now() > deadline) break
    await sleep(50)
  }
  const holders = await client.query<{ holder: string }>(
    `select application_name || ', since ' || to_char(backend_start, 'YYYY-MM-DD HH24:MI:SS') as holder
       from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and granted and objid = $1`,
    [LOCK_KEY],
  )
  throw new DataDirInUse(
    `The database directory is in use by another process (${holders.rows[0]?.holder ?? 'unknown'}). Stop it, or set DATA_DIR to another folder.`,
  )
}

/** True when a server listens on the socket. */
export async function isAnswering(host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(join(host, '.s.PGSQL.5432'))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}

/** True for errors that mean: no server there yet, or it is starting up or shutting down. */
export function isNotReady(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  if (['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03', '08006'].includes(code))
    return true
  return /Connection terminated/i.test(error.message)
}
