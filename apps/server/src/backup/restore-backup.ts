import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { DeletionEvent } from '@antojo/auth/accounts/deletion'
import type { Database } from '@antojo/db/database'
import type { PoolClient } from 'pg'
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams'
import { pino } from 'pino'
import { extract } from 'tar-stream'
import { jobDefinitions } from '../jobs/definitions.ts'
import { startPgBoss } from '../jobs/pg-boss.ts'
import { currentTableName, type Header, header, IMAGE_PATH, type Manifest, manifest } from './format.ts'
import { appliedMigrations, quoted, quotedColumns, type StoredTable, storedTables } from './tables.ts'

/** The file cannot be restored, or not here; nothing was changed in the database. */
export class RestoreError extends Error {
  override readonly name = 'RestoreError'
}

export interface RestoreOptions {
  readonly imagesDir: string
  readonly file: string
  /** Sessions and codes come back as well; only for a move, where nothing has ended since the backup. */
  readonly keepSessions?: boolean
  /** What happened to the deletion of accounts, also after the backup. */
  readonly deletions?: readonly DeletionEvent[]
}

export interface Restored extends Manifest {
  /** Sessions that were in the backup and were not kept. */
  readonly endedSessions: number
  /** Accounts that were in the backup and had been deleted since. */
  readonly deletedAccounts: number
}

/**
 * Brings a backup into a migrated, empty database, in one transaction: what is damaged, or refers to what is not
 * there, changes nothing. Pictures are written before the end; they are copies that can be fetched again.
 */
export async function restoreBackup(database: Database, options: RestoreOptions): Promise<Restored> {
  const { pool } = database
  await makeQueue(database)
  const client = await pool.connect()
  try {
    await client.query('begin')
    const tables = await storedTables(client)
    await openTables(client, tables)
    const restored = await readFileInto(client, { tables, ...options })
    const endedSessions = options.keepSessions === true ? 0 : await endSessions(client)
    await closeTables(client, tables)
    const deletedAccounts = await replayDeletions(client, options.deletions ?? [])
    await client.query('commit')
    client.release()
    await pool.query('analyze')
    return { ...restored, endedSessions, deletedAccounts }
  } catch (error) {
    client.release(true)
    if (error instanceof RestoreError) throw error
    throw new RestoreError(`The backup was not restored: ${messageOf(error)}`, { cause: error })
  }
}

/** The queue's tables are its own business; starting it makes them. */
async function makeQueue(database: Database): Promise<void> {
  const log = pino({ level: 'silent' })
  const queue = await startPgBoss(database, jobDefinitions, { log, works: false, alone: false })
  await queue.stop()
}

/** For the time of this transaction, rows come in as they were: without row security and triggers of ours. */
async function openTables(client: PoolClient, tables: readonly StoredTable[]): Promise<void> {
  for (const { name, forced } of tables) {
    const table = quoted(name)
    const { rowCount } = await client.query(`select from ${table} limit 1`)
    await client.query(
      `alter table ${table} ${forced ? 'no force row level security, ' : ''}disable trigger user`,
    )
    const { rowCount: hidden } = await client.query(`select from ${table} limit 1`)
    if (rowCount !== 0 || hidden !== 0)
      throw new RestoreError(`The database is not empty: ${name} holds rows.`)
  }
}

async function closeTables(client: PoolClient, tables: readonly StoredTable[]): Promise<void> {
  for (const { name, forced } of tables)
    await client.query(
      `alter table ${quoted(name)} ${forced ? 'force row level security, ' : ''}enable trigger user`,
    )
}

/** Everything that lets somebody in, or finish a sign-in, and may have been ended after the backup was made. */
const SIGN_IN_TABLES = [
  'auth.sessions',
  'auth.one_time_tokens',
  'auth.flow_states',
  'auth.mfa_challenges',
  'auth.passkey_challenges',
  'public.signup_invitations',
  'public.list_invites',
] as const

/** Ends what lets people in without their password; the number of sessions. */
async function endSessions(client: PoolClient): Promise<number> {
  const { rowCount } = await client.query('select from auth.sessions')
  for (const table of SIGN_IN_TABLES) await client.query(`delete from ${table}`)
  return rowCount ?? 0
}

/** Brings deletions up to date: what was deleted since goes again, what was asked for or called off since is so again. */
async function replayDeletions(client: PoolClient, deletions: readonly DeletionEvent[]): Promise<number> {
  const idsOf = (...kinds: DeletionEvent['kind'][]): string[] =>
    deletions.filter(({ kind }) => kinds.includes(kind)).map(({ userId }) => userId)
  await client.query('delete from auth.sessions where user_id = any ($1)', [idsOf('scheduled')])
  await client.query('update auth.users set delete_after = null where id = any ($1)', [idsOf('cancelled')])
  for (const event of deletions)
    if (event.kind === 'scheduled')
      await client.query('update auth.users set delete_after = $2 where id = $1', [
        event.userId,
        event.deleteAfter,
      ])
  const deleted = await client.query('delete from auth.users where id = any ($1)', [idsOf('deleted')])
  return deleted.rowCount ?? 0
}

interface Restoring {
  readonly tables: readonly StoredTable[]
  readonly imagesDir: string
  readonly file: string
}

async function readFileInto(client: PoolClient, { tables, imagesDir, file }: Restoring): Promise<Manifest> {
  const entries = extract()
  const source = createReadStream(file)
  const unpacked = createGunzip()
  // Whatever breaks on the way ends the reading of the entries.
  for (const stream of [source, unpacked]) stream.on('error', (error: Error) => entries.destroy(error))
  source.pipe(unpacked).pipe(entries)
  const writer = new TableWriter(client)
  const images: Record<string, string> = {}
  let head: Header | undefined
  let told: Manifest | undefined
  for await (const entry of entries) {
    const { name } = entry.header
    const content = await buffer(entry)
    const [kind, ...rest] = name.split('/')
    if (name === 'header.json') head = await readHeader(client, content)
    else if (name === 'manifest.json') told = manifest.parse(JSON.parse(content.toString()))
    else if (kind === 'tables')
      await writer.write(tableOf(currentTableName(rest[0] ?? ''), tables, head), content)
    else if (kind === 'images') images[rest.join('/')] = await keepImage(imagesDir, rest.join('/'), content)
  }
  await writer.end()
  if (!head || !told) throw new RestoreError('The file is not whole.')
  compare(told, { tables: writer.done, images })
  for (const [name, last] of Object.entries(head.sequences))
    await client.query('select setval($1::regclass, $2)', [quoted(name), last])
  return told
}

async function readHeader(client: PoolClient, content: Buffer): Promise<Header> {
  const read = header.parse(JSON.parse(content.toString()))
  const known = new Set(await appliedMigrations(client))
  const unknown = read.migrations.filter((migration) => !known.has(migration))
  if (unknown.length > 0)
    throw new RestoreError(`The backup is of a newer or other version: ${unknown.join(', ')}`)
  return read
}

function tableOf(name: string, tables: readonly StoredTable[], head: Header | undefined) {
  const here = tables.find((table) => table.name === name)
  const columns = head?.tables.find((table) => table.name === name)?.columns
  if (!here || !columns) throw new RestoreError(`The backup holds an unknown table: ${name}`)
  return { name, columns }
}

async function keepImage(dir: string, path: string, content: Buffer): Promise<string> {
  if (!IMAGE_PATH.test(path)) throw new RestoreError(`The backup holds an unknown file: ${path}`)
  await mkdir(dirname(join(dir, path)), { recursive: true })
  await writeFile(join(dir, path), content)
  return createHash('sha256').update(content).digest('hex')
}

function compare(told: Manifest, found: Manifest): void {
  for (const [name, { rows, sha256 }] of Object.entries(told.tables)) {
    if (rows === 0) continue
    const got = found.tables[name]
    if (got?.rows !== rows || got.sha256 !== sha256)
      throw new RestoreError(`The rows of ${name} are damaged.`)
  }
  for (const [path, sha256] of Object.entries(told.images))
    if (found.images[path] !== sha256) throw new RestoreError(`The picture ${path} is damaged.`)
}

/** Streams the parts of one table after another. */
class TableWriter {
  readonly done: Manifest['tables'] = {}
  readonly #client: PoolClient
  #open: { name: string; stream: CopyStreamQuery; hash: Hash; ended: Promise<void> } | null = null

  constructor(client: PoolClient) {
    this.#client = client
  }

  async write(table: { name: string; columns: readonly string[] }, content: Buffer): Promise<void> {
    if (this.#open?.name !== table.name) {
      await this.end()
      const text = `copy ${quoted(table.name)} (${quotedColumns(table.columns)}) from stdin`
      const stream = this.#client.query(copyFrom(text))
      const ended = finished(stream)
      // Told by whoever waits next.
      ended.catch(() => undefined)
      this.#open = { name: table.name, stream, hash: createHash('sha256'), ended }
    }
    const { stream, hash, ended } = this.#open
    hash.update(content)
    if (!stream.write(content))
      await Promise.race([new Promise<void>((resolve) => stream.once('drain', resolve)), ended])
  }

  async end(): Promise<void> {
    const open = this.#open
    if (!open) return
    this.#open = null
    open.stream.end()
    await open.ended
    this.done[open.name] = { rows: open.stream.rowCount, sha256: open.hash.digest('hex') }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
