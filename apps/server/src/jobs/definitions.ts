import type { JobDefinition, JobQueue } from '../core/job-queue.ts'
import {
  readThoroughly,
  type ReadThoroughlyDeps,
  type ReadThoroughlyPayload,
  runReadThoroughly,
} from '../features/analyses/jobs.ts'
import { fetchArea, type FetchAreaDeps, runFetchArea } from '../features/areas/jobs.ts'
import { deleteAccount, type DeleteDeps, runDeleteAccount } from '../features/account/jobs.ts'
import {
  type EnrichDeps,
  enrichVideo,
  type IdentifyDeps,
  identifyVideo,
  runEnrichVideo,
  runIdentifyVideo,
} from '../features/videos/jobs.ts'
import { enqueueDueTries } from '../features/videos/try-again.ts'

export type JobDeps = EnrichDeps &
  IdentifyDeps &
  ReadThoroughlyDeps &
  DeleteDeps &
  FetchAreaDeps &
  Parameters<typeof enqueueDueTries>[0]

interface Job {
  readonly definition: JobDefinition<object>
  readonly work: (queue: JobQueue, deps: JobDeps) => Promise<void>
}

const jobs: readonly Job[] = [
  job(enrichVideo, runEnrichVideo),
  job(identifyVideo, runIdentifyVideo),
  job(readThoroughly, readThoroughlyForRows),
  job(deleteAccount, runDeleteAccount),
  job(fetchArea, fetchAreaForRows),
]

/** All kinds of jobs. A node and a restored database create a queue for each. */
export const jobDefinitions: readonly JobDefinition<object>[] = jobs.map(({ definition }) => definition)

/** Starts this node's workers for every kind of job. */
export async function workOnJobs(queue: JobQueue, deps: JobDeps): Promise<void> {
  for (const { work } of jobs) await work(queue, deps)
}

/** After the reading, tries the open rows of the post immediately with the new result. */
async function readThoroughlyForRows(deps: JobDeps, payload: ReadThoroughlyPayload): Promise<void> {
  await runReadThoroughly(deps, payload)
  await enqueueDueTries(deps)
}

/** After the fetch, tries the open rows that wait for the area immediately, whether it succeeded or not. */
async function fetchAreaForRows(deps: JobDeps): Promise<void> {
  await runFetchArea(deps)
  await enqueueDueTries(deps)
}

function job<Payload extends object>(
  definition: JobDefinition<Payload>,
  run: (deps: JobDeps, payload: Payload) => Promise<void>,
): Job {
  return { definition, work: (queue, deps) => queue.work(definition, (payload) => run(deps, payload)) }
}
