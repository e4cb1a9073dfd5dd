import { createHash, type Hash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { finished } from 'node:stream/promises'
import type { DeletionEvent } from '@antojo/auth/accounts/ports'
import type { Database } from '@antojo/db/database'
import { unknownMigrations } from '@antojo/db/migrate'
import { VERSION } from '@antojo/db/version'
import type { PoolClient } from 'pg'
import type { CopyStreamQuery } from 'pg-copy-streams'
import { pino } from 'pino'
import { migrationSources } from '../config/migrations.ts'
import { messageOf } from '../core/app-error.ts'
import { jobDefinitions } from '../jobs/definitions.ts'
import { startPgBoss } from '../jobs/pg-boss.ts'
import { type Header, IMAGE_PATH, type Manifest } from '../features/backups/format.ts'
import {
  compareWithManifest,
  entriesOf,
  parseHeader,
  parseManifest,
  sha256,
} from '../features/backups/read-backup.ts'
import {
  analyze,
  closeTables,
  copyRowsIn,
  endSessions,
  inTransaction,
  openTables,
  replayDeletions,
  type StoredTable,
  storedTables,
  writeSequences,
} from '../features/backups/repo.ts'

/** The file or the database does not allow a restore. Nothing in the database was changed. */
export class RestoreError extends Error {
  override readonly name = 'RestoreError'
}

export interface RestoreOptions {
  readonly imagesDir: string
  readonly file: string
  /** Restores sessions and codes too. Only for a move: sessions that ended after the backup would be valid again. */
  readonly keepSessions?: boolean
  /** Deletions of accounts that were scheduled, cancelled or carried out, including those after the backup. */
  readonly deletions?: readonly DeletionEvent[]
}

export interface Restored extends Manifest {
  /** Sessions of the backup that were ended. */
  readonly endedSessions: number
  /** Accounts of the backup that had been deleted after it, and were deleted again. */
  readonly deletedAccounts: number
}

/**
 * Restores a backup into a migrated, empty database in one transaction: a damaged file, or one with references to
 * missing rows, changes nothing. Pictures are written before the commit; they are copies that can be fetched again.
 */
export async function restoreBackup(database: Database, options: RestoreOptions): Promise<Restored> {
  const { pool } = database
  await createQueue(database)
  try {
    const restored = await inTransaction(pool, 'write', async (client) => {
      const tables = await storedTables(client)
      const [filled] = await openTables(client, tables)
      if (filled !== undefined)
        throw new RestoreError(
          `The database is not empty: ${filled} holds rows. Set DATA_DIR or DATABASE_URL to an empty one.`,
        )
      const manifest = await readFileInto(client, { tables, ...options })
      const endedSessions = options.keepSessions === true ? 0 : await endSessions(client)
      await closeTables(client, tables)
      const deletedAccounts = await replayDeletions(client, options.deletions ?? [])
      return { ...manifest, endedSessions, deletedAccounts }
    })
    await analyze(pool)
    return restored
  } catch (error) {
    if (error instanceof RestoreError) throw error
    throw new RestoreError(`The backup was not restored: ${messageOf(error)}`, { cause: error })
  }
}

/** The queue creates its own tables when it starts. */
async function createQueue(database: Database): Promise<void> {
  const log = pino({ level: 'silent' })
  const queue = await startPgBoss(database, jobDefinitions, { log, works: false, alone: false })
  await queue.stop()
}

interface Restoring {
  readonly tables: readonly StoredTable[]
  readonly imagesDir: string
  readonly file: string
}

async function readFileInto(client: PoolClient, { tables, imagesDir, file }: Restoring): Promise<Manifest> {
  const writer = new TableWriter(client)
  const images: Record<string, string> = {}
  let head: Header | undefined
  let expected: Manifest | undefined
  for await (const { name, content } of entriesOf(file)) {
    const [kind, ...rest] = name.split('/')
    if (name === 'header.json') head = await readHeader(content)
    else if (name === 'manifest.json') expected = parseManifest(content)
    else if (kind === 'tables') await writer.write(tableOf(rest[0] ?? '', tables, head), content)
    else if (kind === 'images') images[rest.join('/')] = await saveImage(imagesDir, rest.join('/'), content)
  }
  await writer.end()
  if (!head || !expected) throw new RestoreError('The file is incomplete.')
  compareWithManifest(expected, { tables: writer.done, images })
  await writeSequences(client, head.sequences)
  return expected
}

/** Throws when this version cannot restore the file. Reads its header only, which comes first. */
export async function checkVersion(file: string): Promise<void> {
  for await (const { content } of entriesOf(file)) {
    await readHeader(content)
    return
  }
}

async function readHeader(content: Buffer): Promise<Header> {
  const read = parseHeader(content)
  const unknown = await unknownMigrations(read.migrations, migrationSources)
  if (unknown.length > 0)
    throw new RestoreError(
      `The backup was made by Antojo ${read.version}, and ${VERSION} does not know its schema (${unknown.join(', ')}): restore it with the version that made it.`,
    )
  return read
}

function tableOf(name: string, tables: readonly StoredTable[], head: Header | undefined) {
  const here = tables.find((table) => table.name === name)
  const columns = head?.tables.find((table) => table.name === name)?.columns
  if (!here || !columns) throw new RestoreError(`The backup holds an unknown table: ${name}`)
  return { name, columns }
}

async function saveImage(dir: string, path: string, content: Buffer): Promise<string> {
  if (!IMAGE_PATH.test(path)) throw new RestoreError(`The backup holds an unknown file: ${path}`)
  await mkdir(dirname(join(dir, path)), { recursive: true })
  await writeFile(join(dir, path), content)
  return sha256(content)
}

/** Writes the parts of one table after another. */
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
      const stream = copyRowsIn(this.#client, table)
      const ended = finished(stream)
      // The next write, or the end, awaits this promise and throws its error.
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
