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
import { uniteOldTwins } from '../features/videos/twins/unite-old.ts'

const DELETION_INTERVAL_MS = 600_000
const RETENTION_INTERVAL_MS = 3_600_000
const TRIES_INTERVAL_MS = 30_000
/** Often enough for each night; nodes begin at different times. */
const UPDATES_INTERVAL_MS = 1_800_000
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
  const { areas, backups, database, jobs, log } = parts
  const every = (ms: number, what: string, work: () => Promise<number | void>, isDueNow = true) => {
    const run = (): void => {
      work().then(
        (count) => count && log.info({ count }, what),
        (error: unknown) => log.warn({ err: error }, `failed: ${what}`),
      )
    }
    if (isDueNow) run()
    return setInterval(run, ms).unref()
  }
  const removeOld = () => removeOldAnalyses(database, settings.ANALYSES_KEEP_DAYS)
  const retention = every(RETENTION_INTERVAL_MS, 'remove old analyses', removeOld, false)
  if (settings.ROLE === 'web') return [retention]
  return [
    retention,
    every(DELETION_INTERVAL_MS, 'enqueue account deletions', () => enqueueDueDeletions(database, jobs)),
    every(TRIES_INTERVAL_MS, 'enqueue tries of unidentified links', async () => {
      // Links added by imports are due immediately.
      await parts.imports
        .continueAll()
        .catch((error: unknown) => log.warn({ err: error }, 'failed: continue imports'))
      return enqueueDueTries(parts)
    }),
    every(TRIES_INTERVAL_MS, 'resume fetches of areas', () => areas.resume()),
    every(UPDATES_INTERVAL_MS, 'unite old twins', () => uniteOldTwins(database)),
    every(UPDATES_INTERVAL_MS, 'update areas', () => areas.update()),
    every(BACKUP_INTERVAL_MS, 'enqueue a backup', () => backups.enqueueIfDue()),
  ]
}
