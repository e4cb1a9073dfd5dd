import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Manifest } from '../backup/format.ts'
import { RestoreError, restoreBackup } from '../backup/restore-backup.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { createDeletionLog } from '../core/deletion-log.ts'
import type { Config } from '../config/config.ts'
import { withDatabase } from './open-database.ts'

/** `antojo backup FILE`: writes everything to one file, also while the server runs. Returns the exit code. */
export async function backupCommand(config: Config, file: string | undefined): Promise<number> {
  if (file === undefined) return usage('antojo backup FILE')
  const images = join(config.dataDir, 'images')
  printSummary(await withDatabase(config, ({ pool }) => writeBackup(pool, images, resolve(file))))
  console.error(
    `Keys are not included: keep a copy of ${join(config.dataDir, 'keys')}. Without it, all sessions end.`,
  )
  return 0
}

/** `antojo restore FILE`: restores a backup into an empty database, or changes nothing. Returns the exit code. */
export async function restoreCommand(config: Config, args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { 'keep-sessions': { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [file] = positionals
  if (file === undefined) return usage('antojo restore FILE [--keep-sessions]')
  const options = {
    imagesDir: join(config.dataDir, 'images'),
    file: resolve(file),
    keepSessions: values['keep-sessions'],
    deletions: await createDeletionLog(config.dataDir).latest(),
  }
  try {
    const restored = await withDatabase(config, (database) => restoreBackup(database, options))
    printSummary(restored)
    console.error(
      options.keepSessions
        ? 'Sessions of the backup are valid again, including those that ended after it was made.'
        : `${restored.endedSessions} sessions were ended: everybody signs in again.`,
    )
    console.error(
      `${restored.deletedAccounts} accounts that were deleted after the backup were deleted again.`,
    )
    console.error('Passwords and second steps are as they were in the backup.')
    return 0
  } catch (error) {
    if (!(error instanceof RestoreError)) throw error
    console.error(error.message)
    return 1
  }
}

function printSummary({ tables, images }: Manifest): void {
  const rows = Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, table.rows]))
  console.log(JSON.stringify({ rows, images: Object.keys(images).length }))
}

function usage(text: string): number {
  console.error(text)
  return 64
}
