import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { InstallationReport } from '@antojo/contract/admin'
import type { Database } from '@antojo/db/database'
import { makeFolder } from '@antojo/db/make-folder'
import type { Logger } from 'pino'
import type { Config } from '../../config/config.ts'
import { AppError, messageOf } from '../../core/app-error.ts'
import type { JobQueue } from '../../core/job-queue.ts'
import { contentsOf } from './format.ts'
import { enqueueBackup, makeBackup } from './jobs.ts'
import {
  type KnownBackups,
  type LastBackup,
  readKnownBackups,
  recordBackup,
  recordFailure,
} from './last-backup.ts'
import { isJobOpen, whileAlone } from './repo.ts'
import { writeBackup } from './write-backup.ts'

export interface BackupsDeps {
  readonly config: Pick<Config, 'backupDir' | 'dataDir' | 'settings'>
  readonly database: Database
  readonly jobs: JobQueue
  readonly log: Logger
}

export type Backups = ReturnType<typeof createBackups>

/** Backups that the installation makes by itself. */
export function createBackups({ config, database, jobs, log }: BackupsDeps) {
  const { backupDir: dir, dataDir } = config
  const write = async (folder: string): Promise<void> => {
    await makeFolder(folder)
    await removeDrafts(folder)
    const madeAt = new Date()
    const file = join(folder, `antojo-${madeAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz`)
    const { bytes, ...manifest } = await writeBackup(database.pool, join(dataDir, 'images'), file)
    await recordBackup(folder, { madeAt, file, bytes, ...contentsOf(manifest) })
    const removed = await removeOlder(folder, +madeAt - config.settings.BACKUP_KEEP_DAYS * DAY_MS)
    log.info({ file, bytes, removed }, 'backup made')
  }
  return {
    /** BACKUP_DIR; null when backups are made by hand only. */
    dir,
    report: async (): Promise<
      Pick<InstallationReport, 'backup' | 'backups'> & Pick<KnownBackups, 'problem'>
    > => {
      const { last, failure, problem } = await readKnownBackups(config)
      const isRunning = dir !== null && (await isJobOpen(database.pool, makeBackup.name))
      return {
        backup: last && presentBackup(last),
        backups: {
          dir,
          isRunning,
          failure: failure && { at: failure.failedAt.toISOString(), reason: failure.reason },
        },
        problem,
      }
    },
    /** Starts one on a node that has the folder. */
    request: async () => {
      if (dir === null) throw new AppError('not_found', 'BACKUP_DIR is not set.')
      await enqueueBackup(database, jobs)
    },
    enqueueIfDue: async () => {
      if (dir !== null && isBackupDue(await readKnownBackups(config), new Date()))
        await enqueueBackup(database, jobs)
    },
    /** Makes one now, unless one is being made, and deletes those that are too old. */
    make: async () => {
      if (dir === null) return
      try {
        await whileAlone(database.pool, () => write(dir))
      } catch (error) {
        await recordFailure(config, { failedAt: new Date(), reason: messageOf(error) })
        throw error
      }
    },
  }
}

const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS
/** The hour of the server's time zone in which a backup is made. */
const QUIET_HOUR = 3

/** Every night in the quiet hour, and otherwise a day after the last, when the node was off at night. */
export function isBackupDue({ last, failure }: Pick<KnownBackups, 'last' | 'failure'>, now: Date): boolean {
  if (failure !== null && +now - +failure.failedAt < HOUR_MS) return false
  if (last === null) return true
  const age = +now - +last.madeAt
  return age >= DAY_MS || (now.getHours() === QUIET_HOUR && age >= DAY_MS / 2)
}

const OWN_FILE = /^antojo-(?<day>\d{4}-\d\d-\d\d)T(?<time>\d\d-\d\d-\d\d)Z\.tar\.gz$/u
const DRAFT = /^antojo-[\dTZ-]+\.tar\.gz(?:\.[\da-f-]{36})?\.part$/u

/** Those of a backup that was killed: while this node is alone, nobody writes another one. */
async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (DRAFT.test(name)) await rm(join(folder, name))
}

async function removeOlder(folder: string, than: number): Promise<number> {
  const old = (await readdir(folder)).filter((name) => {
    const { day, time } = OWN_FILE.exec(name)?.groups ?? {}
    return day !== undefined && Date.parse(`${day}T${time?.replaceAll('-', ':')}Z`) < than
  })
  for (const name of old) await rm(join(folder, name))
  return old.length
}

function presentBackup({ madeAt, ...held }: LastBackup): InstallationReport['backup'] {
  return { at: madeAt.toISOString(), ...held }
}
