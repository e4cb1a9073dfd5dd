import { deleteDueUser } from '@antojo/auth/accounts/deletion'
import { runAs } from '../core/asker.ts'
import type { DeletionLog } from '../core/deletion-log.ts'
import type { JobDefinition, JobQueue } from '../core/job-queue.ts'
import { readThoroughly, type ReadThoroughlyPayload } from '../features/analyses/jobs.ts'
import type { Analyses } from '../features/analyses/service.ts'
import { fetchArea, updateArea } from '../features/areas/jobs.ts'
import type { Areas } from '../features/areas/service.ts'
import {
  type ImportJobDeps,
  judgeImportJob,
  restoreOwnFileJob,
  runImportJob,
} from '../features/imports/adding/jobs.ts'
import { deleteAccount } from '../features/account/jobs.ts'
import { makeBackup } from '../features/backups/jobs.ts'
import type { Backups } from '../features/backups/service.ts'
import {
  type EnrichDeps,
  enrichVideo,
  type IdentifyPayload,
  identifyVideo,
  runEnrichVideo,
} from '../features/videos/jobs.ts'
import type { Imports } from '../features/imports/service.ts'
import type { Videos } from '../features/videos/service.ts'
import { enqueueDueTries } from '../features/videos/try-again.ts'

export type JobDeps = EnrichDeps &
  ImportJobDeps &
  Parameters<typeof enqueueDueTries>[0] & {
    readonly videos: Pick<Videos, 'tryAgain'>
    readonly analyses: Pick<Analyses, 'again'>
    readonly deletionLog: DeletionLog
    readonly backups: Pick<Backups, 'dir' | 'make'>
    readonly areas: Pick<Areas, 'fetchNext' | 'updateNow'>
    readonly imports: Pick<Imports, 'takeBack' | 'continueAll'>
  }

interface Job {
  readonly definition: JobDefinition<object>
  readonly work: (queue: JobQueue, deps: JobDeps) => Promise<void>
}

const jobs: readonly Job[] = [
  job(enrichVideo, runEnrichVideo),
  job(identifyVideo, identifyOrTakeBack),
  job(readThoroughly, readThoroughlyForRows),
  job(judgeImportJob, (deps, row) => runImportJob(deps, judgeImportJob, row)),
  job(restoreOwnFileJob, (deps, row) => runImportJob(deps, restoreOwnFileJob, row)),
  job(deleteAccount, async ({ database, deletionLog }, { userId }) => {
    await deleteDueUser(database.pool, deletionLog.append, userId)
  }),
  job(fetchArea, fetchAreaForRows),
  job(updateArea, ({ areas }, { id }) => areas.updateNow(id)),
  job(makeBackup, ({ backups }) => backups.make()),
]

/** All kinds of jobs. A node and a restored database create a queue for each. */
export const jobDefinitions: readonly JobDefinition<object>[] = jobs.map(({ definition }) => definition)

/** Starts this node's workers for every kind of job; for backups, only where it has their folder. */
export async function workOnJobs(queue: JobQueue, deps: JobDeps): Promise<void> {
  for (const { definition, work } of jobs)
    if (definition.name !== makeBackup.name || deps.backups.dir !== null) await work(queue, deps)
}

/** Counts against the limits of the row's owner. A post of an import that then names no place leaves the collection. */
async function identifyOrTakeBack(deps: JobDeps, row: IdentifyPayload): Promise<void> {
  const own = { userId: row.userId, id: row.videoId }
  await runAs({ account: row.userId, address: null }, () => deps.videos.tryAgain(own))
  await deps.imports.takeBack(row)
}

/** After the reading, tries the open rows of the post immediately with the new result. */
async function readThoroughlyForRows(deps: JobDeps, { analysisId }: ReadThoroughlyPayload): Promise<void> {
  await deps.analyses.again(analysisId)
  await enqueueDueTries(deps)
}

/** After the fetch, tries what waits for the area immediately, whether it succeeded or not. */
async function fetchAreaForRows(deps: JobDeps): Promise<void> {
  await deps.areas.fetchNext()
  await deps.imports.continueAll()
  await enqueueDueTries(deps)
}

function job<Payload extends object>(
  definition: JobDefinition<Payload>,
  run: (deps: JobDeps, payload: Payload) => Promise<void>,
): Job {
  return { definition, work: (queue, deps) => queue.work(definition, (payload) => run(deps, payload)) }
}
