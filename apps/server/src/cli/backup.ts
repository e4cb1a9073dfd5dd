import { access, constants } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { contentsOf, type Manifest } from '../features/backups/format.ts'
import { DamagedBackup, verifyBackup } from '../features/backups/read-backup.ts'
import { checkVersion, RestoreError, restoreBackup } from '../backup/restore-backup.ts'
import { writeBackup } from '../features/backups/write-backup.ts'
import { messageOf } from '../core/app-error.ts'
import type { Config } from '../config/config.ts'
import { createDeletionLog } from '../core/deletion-log.ts'
import { recordBackup } from '../features/backups/last-backup.ts'
import { CommandError } from './command-error.ts'
import { makingInstallation, placeOf, withInstallation } from './open-database.ts'

/** `antojo backup FILE`: writes everything to one file, also while the server runs. Returns the exit code. */
export async function backupCommand(config: Config, name: string): Promise<number> {
  const file = resolve(name)
  const images = join(config.dataDir, 'images')
  const written = await withInstallation(config, async ({ pool }) => {
    await access(dirname(file), constants.W_OK).catch(() => {
      throw new CommandError(`No file can be written into ${dirname(file)}.`)
    })
    return writeBackup(pool, images, file)
  }).catch((error: unknown) => {
    if (!isOfTheFile(error)) throw error
    throw new CommandError(`The backup was not made: ${messageOf(error)}`)
  })
  const held = { ...contentsOf(written), bytes: written.bytes }
  await recordBackup(config.dataDir, { madeAt: new Date(), file, ...held }).catch((error: unknown) => {
    console.error(`antojo check will not know of this backup: ${messageOf(error)}`)
  })
  console.log(
    `${file}: ${contentsText(written)}, ${held.bytes.toLocaleString('en')} bytes; read back and compared.`,
  )
  if (held.people === 0)
    console.error(
      `Nobody has an account in this installation, which is ${placeOf(config)}. Is it the one that you mean?`,
    )
  console.error(
    `Keys are not included: keep a copy of ${join(config.dataDir, 'keys')}. Without it, all sessions end.`,
  )
  return 0
}

/** True when the system or Postgres refuses, as for a full disk or a foreign table, or the content read back differs from the content written. */
function isOfTheFile(error: unknown): boolean {
  return (
    error instanceof DamagedBackup || (error instanceof Error && ('syscall' in error || 'severity' in error))
  )
}

/** `antojo restore FILE`: restores a backup into an empty database, or changes nothing. Returns the exit code. */
export async function restoreCommand(
  config: Config,
  name: string,
  { keepSessions = false }: { readonly keepSessions?: boolean },
): Promise<number> {
  const file = resolve(name)
  // Verified before the installation is made, so that a wrong file leaves nothing behind.
  await verifyBackup(file).catch((error: unknown) => {
    throw new CommandError(`${file} is no whole backup of Antojo: ${messageOf(error)}`)
  })
  const options = {
    imagesDir: join(config.dataDir, 'images'),
    file,
    keepSessions,
    deletions: await createDeletionLog(config.dataDir).latest(),
  }
  const restored = await checkVersion(file)
    .then(() => makingInstallation(config, (database) => restoreBackup(database, options)))
    .catch((error: unknown) => {
      throw error instanceof RestoreError ? new CommandError(error.message) : error
    })
  console.log(`Restored ${placeOf(config)}: ${contentsText(restored)}.`)
  console.error(
    keepSessions
      ? 'Sessions of the backup are valid again, including those that ended after it was made.'
      : `${counted(restored.endedSessions, 'session was', 'sessions were')} ended: everybody signs in again.`,
  )
  console.error(`${restored.deletedAccounts} accounts that were deleted after the backup were deleted again.`)
  console.error('Passwords and second steps are as they were in the backup.')
  return 0
}

function contentsText(manifest: Manifest): string {
  const { people, videos, pictures } = contentsOf(manifest)
  return `${counted(people, 'person', 'people')}, ${counted(videos, 'video', 'videos')}, ${counted(pictures, 'picture', 'pictures')}`
}

function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}
