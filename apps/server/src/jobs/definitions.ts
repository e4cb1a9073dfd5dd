import type { JobDefinition, JobQueue } from '../core/job-queue.ts'
import { deleteAccount, type DeleteDeps, runDeleteAccount } from '../features/account/jobs.ts'
import { type IdentifyDeps, identifyVideo, runIdentifyVideo } from '../features/videos/kept/jobs.ts'
import { type EnrichDeps, enrichVideo, runEnrichVideo } from '../features/videos/jobs.ts'

export type JobDeps = EnrichDeps & IdentifyDeps & DeleteDeps

interface Job {
  readonly definition: JobDefinition<object>
  readonly work: (queue: JobQueue, deps: JobDeps) => Promise<void>
}

const jobs: readonly Job[] = [
  job(enrichVideo, runEnrichVideo),
  job(identifyVideo, runIdentifyVideo),
  job(deleteAccount, runDeleteAccount),
]

/** All kinds of jobs. A node and a restored database create a queue for each. */
export const jobDefinitions: readonly JobDefinition<object>[] = jobs.map(({ definition }) => definition)

/** Starts this node's workers for every kind of job. */
export async function workOnJobs(queue: JobQueue, deps: JobDeps): Promise<void> {
  for (const { work } of jobs) await work(queue, deps)
}

function job<Payload extends object>(
  definition: JobDefinition<Payload>,
  run: (deps: JobDeps, payload: Payload) => Promise<void>,
): Job {
  return { definition, work: (queue, deps) => queue.work(definition, (payload) => run(deps, payload)) }
}
