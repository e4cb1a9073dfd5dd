import type { JobDefinition, JobQueue } from '../core/job-queue.ts'
import {
  readThoroughly,
  type ReadThoroughlyDeps,
  type ReadThoroughlyPayload,
  runReadThoroughly,
} from '../features/analyses/jobs.ts'
import { fetchArea, type FetchAreaDeps, runFetchArea } from '../features/areas/jobs.ts'
import {
  type ImportJobDeps,
  judgeImportJob,
  restoreOwnFileJob,
  runJudgeImport,
  runRestoreOwnFile,
} from '../features/imports/adding/jobs.ts'
import { deleteAccount, type DeleteDeps, runDeleteAccount } from '../features/account/jobs.ts'
import { type BackupDeps, makeBackup, runMakeBackup } from '../features/backups/jobs.ts'
import {
  type EnrichDeps,
  enrichVideo,
  type IdentifyDeps,
  type IdentifyPayload,
  identifyVideo,
  runEnrichVideo,
  runIdentifyVideo,
} from '../features/videos/jobs.ts'
import type { Imports } from '../features/imports/service.ts'
import { enqueueDueTries } from '../features/videos/try-again.ts'

export type JobDeps = EnrichDeps &
  IdentifyDeps &
  ReadThoroughlyDeps &
  DeleteDeps &
  BackupDeps &
  FetchAreaDeps &
  ImportDeps &
  Parameters<typeof enqueueDueTries>[0]

interface ImportDeps extends ImportJobDeps {
  readonly imports: Pick<Imports, 'judge' | 'restore' | 'takeBack' | 'continueAll'>
}

interface Job {
  readonly definition: JobDefinition<object>
  readonly work: (queue: JobQueue, deps: JobDeps) => Promise<void>
}

const jobs: readonly Job[] = [
  job(enrichVideo, runEnrichVideo),
  job(identifyVideo, identifyOrTakeBack),
  job(readThoroughly, readThoroughlyForRows),
  job(judgeImportJob, runJudgeImport),
  job(restoreOwnFileJob, runRestoreOwnFile),
  job(deleteAccount, runDeleteAccount),
  job(fetchArea, fetchAreaForRows),
  job(makeBackup, runMakeBackup),
]

/** All kinds of jobs. A node and a restored database create a queue for each. */
export const jobDefinitions: readonly JobDefinition<object>[] = jobs.map(({ definition }) => definition)

/** Starts this node's workers for every kind of job; for backups, only where it has their folder. */
export async function workOnJobs(queue: JobQueue, deps: JobDeps): Promise<void> {
  for (const { definition, work } of jobs)
    if (definition.name !== makeBackup.name || deps.backups.dir !== null) await work(queue, deps)
}

/** After the try, a post of an import that names no place leaves the collection. */
async function identifyOrTakeBack(deps: JobDeps, row: IdentifyPayload): Promise<void> {
  await runIdentifyVideo(deps, row)
  await deps.imports.takeBack(row)
}

/** After the reading, tries the open rows of the post immediately with the new result. */
async function readThoroughlyForRows(deps: JobDeps, payload: ReadThoroughlyPayload): Promise<void> {
  await runReadThoroughly(deps, payload)
  await enqueueDueTries(deps)
}

/** After the fetch, tries what waits for the area immediately, whether it succeeded or not. */
async function fetchAreaForRows(deps: JobDeps): Promise<void> {
  await runFetchArea(deps)
  await deps.imports.continueAll()
  await enqueueDueTries(deps)
}

function job<Payload extends object>(
  definition: JobDefinition<Payload>,
  run: (deps: JobDeps, payload: Payload) => Promise<void>,
): Job {
  return { definition, work: (queue, deps) => queue.work(definition, (payload) => run(deps, payload)) }
}
