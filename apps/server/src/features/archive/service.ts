import {
  ARCHIVE_HEADER,
  ARCHIVE_PICTURE,
  ARCHIVE_ROWS,
  ARCHIVE_SETTINGS,
  ARCHIVE_VERSION,
  archiveFile,
  type ArchiveHeader,
  isArchiveKind,
} from '@antojo/contract/transfer/archive'
import type { Database } from '@antojo/db/database'
import { VERSION } from '@antojo/db/version'
import { exportSettings } from '@antojo/domain/settings'
import { strToU8, Zip, ZipDeflate } from 'fflate'
import type { User } from '../../core/request-scope.ts'
import { type ArchivedRow, readNextRows, readPerson } from './repo.ts'

export { removeRestored } from './restoring/repo.ts'
export { restoreArchive, type RestoreDeps } from './restoring/restore.ts'

/**
 * Antojo's own file of a person. Reads some rows in each transaction, so that a slow client holds neither memory nor a
 * connection.
 */
export async function* writeArchive(
  database: Database,
  user: Pick<User, 'id' | 'actor'>,
): AsyncGenerator<Uint8Array> {
  const { person, settings, picture } = await database.asPerson(user.actor, (tx) => readPerson(tx, user.id))
  const zip = new ZipWriter()
  if (settings) zip.add(ARCHIVE_SETTINGS, strToU8(exportSettings(settings)))
  if (picture) zip.add(ARCHIVE_PICTURE, picture)
  const rows: ArchiveHeader['rows'] = { videos: 0, places: 0, lists: 0, corrections: 0, comments: 0 }
  for (const kind of Object.keys(ARCHIVE_ROWS).filter(isArchiveKind)) {
    let last: ArchivedRow | undefined
    do {
      const found = await database.asPerson(user.actor, (tx) => readNextRows(tx, user.id, kind, last))
      for (const { row } of found) {
        zip.append(archiveFile(kind, rows[kind]), strToU8(`${JSON.stringify(row)}\n`))
        rows[kind] += 1
      }
      yield* zip.take()
      last = found.at(-1)
    } while (last)
  }
  const made = new Date().toISOString()
  const about = { format: 'antojo', version: ARCHIVE_VERSION, antojo: VERSION } as const
  const header: ArchiveHeader = { ...about, made_at: made, person, rows }
  zip.add(ARCHIVE_HEADER, strToU8(`${JSON.stringify(header, null, 2)}\n`))
  zip.end()
  yield* zip.take()
}

/** A ZIP archive that is taken in pieces while it is written. */
class ZipWriter {
  #pieces: Uint8Array[] = []
  #file: { readonly name: string; readonly stream: ZipDeflate } | null = null
  readonly #zip = new Zip((error, piece) => {
    if (error) throw error
    this.#pieces.push(piece)
  })

  add(name: string, bytes: Uint8Array): void {
    this.append(name, bytes)
    this.#endFile()
  }

  /** Adds to the file that is being written, or begins another. */
  append(name: string, bytes: Uint8Array): void {
    if (this.#file?.name !== name) {
      this.#endFile()
      const stream = new ZipDeflate(name)
      this.#zip.add(stream)
      this.#file = { name, stream }
    }
    this.#file?.stream.push(bytes)
  }

  end(): void {
    this.#endFile()
    this.#zip.end()
  }

  take(): readonly Uint8Array[] {
    const pieces = this.#pieces
    this.#pieces = []
    return pieces
  }

  #endFile(): void {
    this.#file?.stream.push(new Uint8Array(), true)
    this.#file = null
  }
}
