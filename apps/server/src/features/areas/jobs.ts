import { z } from 'zod'
import type { JobDefinition } from '../../core/job-queue.ts'

/** Fetches the next area in the queue. The area is chosen when the job runs, so all jobs have one key. */
export const fetchArea: JobDefinition<object> = {
  name: 'fetch-area',
  payload: z.object({}),
  retries: 0,
  timeoutSeconds: 900,
}

/** Brings an area, which the request has claimed, to the newest release. Its key is the area. */
export const updateArea: JobDefinition<{ id: string }> = {
  name: 'update-area',
  payload: z.object({ id: z.string() }),
  retries: 0,
  timeoutSeconds: 900,
}
