import { z } from 'zod'
import { runAs } from '../../../core/asker.ts'
import type { JobDefinition, JobQueue } from '../../../core/job-queue.ts'
import type { Database } from '@antojo/db/database'
import type { OwnImport } from './repo.ts'

const judgePayload = z.object({ userId: z.uuid(), importId: z.uuid() })
export type JudgePayload = z.infer<typeof judgePayload>

/** Identifies the entries of an import by the words of its file. Its key is the import. */
export const judgeImportJob: JobDefinition<JudgePayload> = {
  name: 'judge-import',
  payload: judgePayload,
  retries: 3,
  timeoutSeconds: 900,
  owner: ({ userId }) => userId,
}

export interface JudgeDeps {
  readonly imports: { judge(own: OwnImport): Promise<boolean> }
}

/** Counts against the limits of the import's owner. */
export async function runJudgeImport(
  deps: JudgeDeps & EnqueueDeps,
  { userId, importId: id }: JudgePayload,
): Promise<void> {
  const own = { userId, id }
  const isMore = await runAs({ account: userId, address: null }, () => deps.imports.judge(own))
  if (isMore) await enqueueJudging(deps, [own])
}

interface EnqueueDeps {
  readonly database: Database
  readonly jobs: Pick<JobQueue, 'enqueue' | 'wake'>
}

export async function enqueueJudging(
  { database, jobs }: EnqueueDeps,
  imports: readonly OwnImport[],
): Promise<void> {
  if (imports.length === 0) return
  await database.asSystem('enqueue the judging of imports', async (tx) => {
    for (const { userId, id } of imports) await jobs.enqueue(tx, judgeImportJob, { userId, importId: id }, id)
  })
  jobs.wake(judgeImportJob.name)
}
