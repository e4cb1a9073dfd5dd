import { listDueDeletions } from '@antojo/auth/accounts/deletion'
import type { Database } from '@antojo/db/database'
import { z } from 'zod'
import type { JobDefinition, JobQueue } from '../../core/job-queue.ts'

const payload = z.object({ userId: z.uuid() })
type DeletePayload = z.infer<typeof payload>

/** Deletes an account whose grace period has ended, with all its data. The job is idempotent, also after a crash. */
export const deleteAccount: JobDefinition<DeletePayload> = {
  name: 'delete-account',
  payload,
  retries: 5,
  timeoutSeconds: 300,
}

const MAX_AT_ONCE = 1_000

/** Enqueues a job for each account whose grace period has ended; returns their number. */
export async function enqueueDueDeletions(database: Database, jobs: JobQueue): Promise<number> {
  const due = await listDueDeletions(database.pool, MAX_AT_ONCE)
  if (due.length === 0) return 0
  await database.asSystem('delete accounts', async (tx) => {
    for (const userId of due) await jobs.enqueue(tx, deleteAccount, { userId }, userId)
  })
  jobs.wake(deleteAccount.name)
  return due.length
}
