import { MAX_REPORT_LENGTH } from '@antojo/domain/sharing'
import { z } from 'zod'

/** What a visitor of a shared list says is wrong with the place of a video in it. */
export const listReportRequest = z.object({
  /** Its id in the list, which is of no version where the list hides its creator. */
  video: z.guid(),
  text: z.string().trim().min(1).max(MAX_REPORT_LENGTH),
})
