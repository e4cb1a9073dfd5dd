import { z } from 'zod'
import { runAs } from '../../../core/asker.ts'
import type { JobDefinition, JobQueue } from '../../../core/job-queue.ts'
import type { Database } from '@antojo/db/database'
import type { OwnImport } from './repo.ts'

const payload = z.object({ userId: z.uuid(), importId: z.uuid() })
type ImportPayload = z.infer<typeof payload>
type ImportJob = JobDefinition<ImportPayload>

/** Their keys are the imports. */
const ofImports = {
  payload,
  retries: 3,
  timeoutSeconds: 900,
  owner: ({ userId }: ImportPayload) => userId,
}

/** Identifies the entries of an import by the words of its file. */
export const judgeImportJob: ImportJob = { name: 'judge-import', ...ofImports }
/** Restores the rows of Antojo's own file. */
export const restoreOwnFileJob: ImportJob = { name: 'restore-own-file', ...ofImports }

export interface ImportJobDeps {
  readonly imports: Readonly<Record<'judge' | 'restore', (own: OwnImport) => Promise<boolean>>>
}

/** Does some of the work, and enqueues the rest. Counts against the limits of the import's owner. */
export async function runImportJob(
  deps: ImportJobDeps & EnqueueDeps,
  job: ImportJob,
  { userId, importId: id }: ImportPayload,
): Promise<void> {
  const work = job === judgeImportJob ? deps.imports.judge : deps.imports.restore
  const isMore = await runAs({ account: userId, address: null }, () => work({ userId, id }))
  if (isMore) await enqueueImports(deps, job, [{ userId, id }])
}

interface EnqueueDeps {
  readonly database: Database
  readonly jobs: Pick<JobQueue, 'enqueue' | 'wake'>
}

export async function enqueueImports(
  { database, jobs }: EnqueueDeps,
  job: ImportJob,
  imports: readonly OwnImport[],
): Promise<void> {
  if (imports.length === 0) return
  await database.asSystem('enqueue work on imports', async (tx) => {
    for (const { userId, id } of imports) await jobs.enqueue(tx, job, { userId, importId: id }, id)
  })
  jobs.wake(job.name)
}
