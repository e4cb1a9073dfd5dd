import type { Database } from '@antojo/db/database'
import { z } from 'zod'
import { runAs } from '../../../core/asker.ts'
import type { JobDefinition, JobQueue } from '../../../core/job-queue.ts'
import { beginDueTries } from './repo.ts'
import { type Videos, worldNow } from '../service.ts'

const payload = z.object({ userId: z.uuid(), videoId: z.uuid() })
export type IdentifyPayload = z.infer<typeof payload>

/** A try of an open row. Its key is the video. */
export const identifyVideo: JobDefinition<IdentifyPayload> = {
  name: 'identify-video',
  payload,
  retries: 1,
  timeoutSeconds: 150,
  owner: ({ userId }) => userId,
}

export interface IdentifyDeps {
  readonly videos: Pick<Videos, 'tryAgain'>
}

/** Counts against the limits of the row's owner. */
export function runIdentifyVideo(
  { videos }: IdentifyDeps,
  { userId, videoId }: IdentifyPayload,
): Promise<void> {
  return runAs({ account: userId, address: null }, () => videos.tryAgain({ userId, id: videoId }))
}

/** Tries that one pass begins, so that a new index does not fill the queue at once. */
const MAX_TRIES_AT_ONCE = 50

/** Enqueues the open rows whose next try is due; returns their number. Several nodes may do it at the same time. */
export async function enqueueDueTries(parts: {
  readonly database: Database
  readonly jobs: JobQueue
  readonly providers: string
}): Promise<number> {
  const world = await worldNow(parts)
  const due = await parts.database.asSystem('begin due tries', async (tx) => {
    const rows = await beginDueTries(tx, world, MAX_TRIES_AT_ONCE)
    for (const { userId, id } of rows) {
      await parts.jobs.enqueue(tx, identifyVideo, { userId, videoId: id }, id)
    }
    return rows.length
  })
  if (due > 0) parts.jobs.wake(identifyVideo.name)
  return due
}
