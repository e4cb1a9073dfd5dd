import { MAX_REPORT_LENGTH } from '@antojo/domain/sharing'
import { z } from 'zod'

/** A lesson: in posts of this creator, this name means that place. People teach it by correcting an answer. */
export const taughtName = z.object({
  id: z.string(),
  /** As the post wrote it. */
  name: z.string(),
  place: z.object({ id: z.string(), name: z.string(), location: z.string().nullable() }),
  creator: z.string(),
  platform: z.string(),
  taughtAt: z.string(),
  /** Enough other people taught the same, so it applies to everybody. */
  isAgreed: z.boolean(),
})
export type TaughtName = z.infer<typeof taughtName>

/** `GET /corrections`: the person's lessons, newest first. */
export const taughtNamesResponse = z.object({ names: z.array(taughtName) })

/** The mistake that a visitor of a shared list reports at the place of a video. */
export const listReportRequest = z.object({
  /** Its id in the list, which is of no version where the list hides its creator. */
  video: z.guid(),
  text: z.string().trim().min(1).max(MAX_REPORT_LENGTH),
})
