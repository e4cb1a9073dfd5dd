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
