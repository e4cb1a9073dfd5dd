import { Readable } from 'node:stream'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { type ArchivedList, type ArchiveLine, archiveLine } from '@antojo/contract/transfer/archive'
import type { Database } from '@antojo/db/database'
import type { Schema } from '@antojo/db/schema'
import { sanitizeSettings } from '@antojo/domain/settings'
import type { Transaction } from 'kysely'
import { AppError } from '../../../core/app-error.ts'
import {
  endRestoring,
  fillList,
  findList,
  hasPicture,
  type MadeRows,
  makeList,
  readWaitingArchive,
  restoreComments,
  restoreCorrections,
  restorePlaces,
  restoreSettings,
  restoreVideos,
} from './repo.ts'

type Tx = Transaction<Schema>

interface OwnImport {
  readonly userId: string
  readonly id: string
}

export interface RestoreDeps {
  readonly database: Database
  /** Stores a picture as the profile's. */
  readonly keepPicture: (tx: Tx, userId: string, image: Buffer) => Promise<void>
  /** Only the transaction that holds it changes the import. */
  readonly lockImport: (tx: Tx, own: OwnImport) => Promise<void>
}

const ROWS_AT_ONCE = 200

/**
 * Restores the rows of Antojo's own file, all in one transaction, without asking anybody about their posts or places. What
 * the person has already stays as it is. False for an import of another file, and for one that is restored.
 */
export async function restoreArchive(deps: RestoreDeps, own: OwnImport): Promise<boolean> {
  try {
    return await deps.database.asSystem('restore an own file', async (tx) => {
      await deps.lockImport(tx, own)
      const waiting = await readWaitingArchive(tx, own)
      if (waiting === null) return false
      const made: MadeRows = {
        at: waiting.now,
        places: [],
        lists: [],
        corrections: [],
        comments: [],
        settings: false,
        picture: false,
      }
      for await (const lines of batches(waiting.archive)) await restore(deps, tx, { own, lines, made })
      await endRestoring(tx, own, made)
      return true
    })
  } catch (error) {
    if (isRefusedRow(error))
      throw new AppError('import_incomplete', `A row of the file does not fit: ${String(error)}`)
    throw error
  }
}

/** True when the database refuses the value of a row: the class 22 is of data, 23 of constraints. */
function isRefusedRow(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^2[23]/u.test(String(error.code))
}

/** Some rows of one kind at a time. */
async function* batches(archive: Buffer): AsyncGenerator<readonly ArchiveLine[]> {
  const text = Readable.from([archive]).pipe(createGunzip())
  let batch: ArchiveLine[] = []
  for await (const line of createInterface({ input: text })) {
    const parsed = archiveLine.parse(JSON.parse(line))
    if (batch.length === ROWS_AT_ONCE || (batch[0] && batch[0].kind !== parsed.kind)) {
      yield batch
      batch = []
    }
    batch.push(parsed)
  }
  if (batch.length > 0) yield batch
}

interface Batch {
  readonly own: OwnImport
  readonly lines: readonly ArchiveLine[]
  readonly made: MadeRows
}

async function restore({ keepPicture }: RestoreDeps, tx: Tx, { own, lines, made }: Batch): Promise<void> {
  const videos = lines.flatMap((line) => (line.kind === 'videos' ? [line.row] : []))
  if (videos.length > 0) await restoreVideos(tx, own, videos)
  const places = lines.flatMap((line) => (line.kind === 'places' ? [line.row] : []))
  if (places.length > 0) made.places.push(...(await restorePlaces(tx, own, places)))
  const corrections = lines.flatMap((line) => (line.kind === 'corrections' ? [line.row] : []))
  if (corrections.length > 0) made.corrections.push(...(await restoreCorrections(tx, own, corrections)))
  for (const line of lines)
    if (line.kind === 'lists') await restoreList(tx, own, line.row, made)
    else if (line.kind === 'settings')
      made.settings = await restoreSettings(tx, own, sanitizeSettings(line.row))
    else if (line.kind === 'picture' && !(await hasPicture(tx, own))) {
      await keepPicture(tx, own.userId, Buffer.from(line.row, 'base64'))
      made.picture = true
    }
}

async function restoreList(tx: Tx, own: OwnImport, list: ArchivedList, made: MadeRows): Promise<void> {
  const known = await findList(tx, own, list, made.lists)
  const id = known ?? (await makeList(tx, own, list))
  if (known === null) made.lists.push(id)
  await fillList(tx, own, id, list)
  made.comments.push(...(await restoreComments(tx, own, id, list)))
}
