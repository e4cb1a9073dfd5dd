import { z } from 'zod'
import type { JobDefinition } from '../../core/job-queue.ts'

const payload = z.object({ analysisId: z.uuid() })
export type ReadThoroughlyPayload = z.infer<typeof payload>

/** Reads a post with yt-dlp, after an answer that was not certain. The key of the job is the analysis. */
export const readThoroughly: JobDefinition<ReadThoroughlyPayload> = {
  name: 'read-thoroughly',
  payload,
  retries: 1,
  timeoutSeconds: 180,
}
