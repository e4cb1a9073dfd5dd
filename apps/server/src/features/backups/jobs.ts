import type { Database } from '@antojo/db/database'
import { z } from 'zod'
import type { JobDefinition, JobQueue } from '../../core/job-queue.ts'

/** Makes a backup in BACKUP_DIR. Only nodes that have the folder work on it; all jobs have one key. */
export const makeBackup: JobDefinition<object> = {
  name: 'make-backup',
  payload: z.object({}),
  retries: 0,
  timeoutSeconds: 4 * 3600,
}

/** At most one backup waits. */
export async function enqueueBackup(database: Database, jobs: JobQueue): Promise<void> {
  await database.asSystem('enqueue a backup', (tx) => jobs.enqueue(tx, makeBackup, {}, makeBackup.name))
  jobs.wake(makeBackup.name)
}
