import { z } from 'zod'
import type { JobDefinition } from '../../core/job-queue.ts'

/** Fetches the next area in the queue. The area is chosen when the job runs, so all jobs have one key. */
export const fetchArea: JobDefinition<object> = {
  name: 'fetch-area',
  payload: z.object({}),
  retries: 0,
  timeoutSeconds: 900,
}
