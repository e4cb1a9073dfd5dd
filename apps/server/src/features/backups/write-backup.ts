import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { glob, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { VERSION } from '@antojo/db/version'
import type { Pool, PoolClient } from 'pg'
import { pack as createPack, type Pack } from 'tar-stream'
import { FORMAT_NAME, type Header, IMAGE_PATH, type Manifest, PART_BYTES } from './format.ts'
import { sha256, verifyBackup } from './read-backup.ts'
import {
  appliedMigrations,
  copyRowsOut,
  inTransaction,
  readSequences,
  type StoredTable,
  storedTables,
} from './repo.ts'

export interface WrittenBackup extends Manifest {
  /** Size of the file. */
  readonly bytes: number
}

/**
 * Writes all data of the installation to one file while the server keeps running: all tables from one snapshot, then
 * the copies of pictures. Keys are not included. The file gets its name only after it was read back completely.
 */
export async function writeBackup(pool: Pool, imagesDir: string, file: string): Promise<WrittenBackup> {
  const draft = `${file}.part`
  // A killed backup left its draft; two backups to one file at once are not supported.
  await rm(draft, { force: true })
  const pack = createPack()
  const written = pipeline(
    pack,
    createGzip({ level: 6 }),
    createWriteStream(draft, { mode: 0o600, flags: 'wx' }),
  )
  try {
    await Promise.all([fill(pack, pool, imagesDir), written])
    const handle = await open(draft, 'r+')
    await handle.sync()
    const { size: bytes } = await handle.stat()
    await handle.close()
    const manifest = await verifyBackup(draft)
    await rename(draft, file)
    return { ...manifest, bytes }
  } catch (error) {
    pack.destroy()
    // The first failure is thrown below; this one is only its consequence.
    await written.catch(() => undefined)
    await rm(draft, { force: true })
    throw error
  }
}

async function fill(pack: Pack, pool: Pool, imagesDir: string): Promise<void> {
  const manifest: Manifest = { tables: {}, images: {} }
  await inTransaction(pool, 'snapshot', async (client) => {
    const tables = await storedTables(client)
    const header: Header = {
      format: FORMAT_NAME,
      version: VERSION,
      madeAt: new Date().toISOString(),
      migrations: await appliedMigrations(client),
      sequences: await readSequences(client),
      tables: tables.map(({ name, columns }) => ({ name, columns: [...columns] })),
    }
    await add(pack, 'header.json', Buffer.from(JSON.stringify(header)))
    for (const table of tables) manifest.tables[table.name] = await addTable(pack, client, table)
  })
  for await (const path of glob('*/*.webp', { cwd: imagesDir })) {
    if (!IMAGE_PATH.test(path)) continue
    const content = await readFile(join(imagesDir, path))
    manifest.images[path] = sha256(content)
    await add(pack, `images/${path}`, content)
  }
  await add(pack, 'manifest.json', Buffer.from(JSON.stringify(manifest)))
  pack.finalize()
}

async function addTable(
  pack: Pack,
  client: PoolClient,
  table: StoredTable,
): Promise<Manifest['tables'][string]> {
  const rows = await copyRowsOut(client, table)
  const hash = createHash('sha256')
  let waiting: Buffer[] = []
  let size = 0
  let part = 0
  const flush = async (): Promise<void> => {
    if (size === 0) return
    await add(pack, `tables/${table.name}/${part}`, Buffer.concat(waiting))
    part += 1
    waiting = []
    size = 0
  }
  for await (const chunk of rows) {
    const bytes: Buffer = Buffer.from(chunk)
    hash.update(bytes)
    waiting.push(bytes)
    size += bytes.length
    if (size >= PART_BYTES) await flush()
  }
  await flush()
  return { rows: rows.rowCount, sha256: hash.digest('hex') }
}

function add(pack: Pack, name: string, content: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    pack.entry({ name, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()))
  })
}
