import type { Database } from '@antojo/db/database'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { JobQueue } from '../core/job-queue.ts'
import { enqueueDueDeletions } from '../features/account/jobs.ts'
import { removeOldAnalyses } from '../features/analyses/service.ts'
import type { Areas } from '../features/areas/service.ts'
import type { Backups } from '../features/backups/service.ts'
import type { Imports } from '../features/imports/service.ts'
import { enqueueDueTries } from '../features/videos/try-again.ts'

const DELETION_INTERVAL_MS = 600_000
const RETENTION_INTERVAL_MS = 3_600_000
const TRIES_INTERVAL_MS = 30_000
const BACKUP_INTERVAL_MS = 600_000

/** The dependencies of a node's periodic work. */
export interface Upkeep {
  readonly database: Database
  readonly areas: Areas
  readonly backups: Pick<Backups, 'enqueueIfDue'>
  readonly imports: Imports
  readonly jobs: JobQueue
  readonly log: Logger
  readonly providers: string
}

/** Starts the periodic work of a node; several nodes may do it concurrently. */
export function startUpkeep({ settings }: Config, parts: Upkeep): NodeJS.Timeout[] {
  const retention = (): void => removeOld(parts, settings.ANALYSES_KEEP_DAYS)
  const timers = [setInterval(retention, RETENTION_INTERVAL_MS).unref()]
  if (settings.ROLE === 'web') return timers
  const deletions = (): void => startDeletions(parts)
  const tries = (): void => {
    startTries(parts)
    resumeAreas(parts)
  }
  const backups = (): void => startBackup(parts)
  deletions()
  tries()
  backups()
  return [
    ...timers,
    setInterval(deletions, DELETION_INTERVAL_MS).unref(),
    setInterval(tries, TRIES_INTERVAL_MS).unref(),
    setInterval(backups, BACKUP_INTERVAL_MS).unref(),
  ]
}

function removeOld({ database, log }: Upkeep, keepDays: number): void {
  removeOldAnalyses(database, keepDays).then(
    (removed) => removed > 0 && log.info({ removed }, 'old analyses removed'),
    (error: unknown) => log.warn({ err: error }, 'old analyses not removed'),
  )
}

function startDeletions({ database, jobs, log }: Upkeep): void {
  enqueueDueDeletions(database, jobs).then(
    (due) => due > 0 && log.info({ due }, 'account deletions enqueued'),
    (error: unknown) => log.warn({ err: error }, 'account deletions not enqueued'),
  )
}

function startBackup({ backups, log }: Upkeep): void {
  backups.enqueueIfDue().catch((error: unknown) => log.warn({ err: error }, 'backup not enqueued'))
}

function resumeAreas({ areas, log }: Upkeep): void {
  areas.resume().catch((error: unknown) => log.warn({ err: error }, 'fetches of areas not resumed'))
}

/** Links added by imports are due immediately. */
function startTries(parts: Upkeep): void {
  parts.imports
    .continueAll()
    .catch((error: unknown) => parts.log.warn({ err: error }, 'imports not continued'))
    .then(() => enqueueDueTries(parts))
    .then(
      (due) => due > 0 && parts.log.info({ due }, 'tries of unidentified links enqueued'),
      (error: unknown) => parts.log.warn({ err: error }, 'tries of unidentified links not enqueued'),
    )
}
