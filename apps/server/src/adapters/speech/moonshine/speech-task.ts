import { z } from 'zod'

/** The folders of a Moonshine release's weights, by language. */
export const speechModels = z.object({
  models: z.array(z.object({ language: z.string(), folder: z.string() })).min(1),
})

/** The transcript; null without speech in a known language. */
const transcript = z
  .object({ language: z.string(), segments: z.array(z.object({ second: z.number(), text: z.string() })) })
  .nullable()
export type Transcript = z.infer<typeof transcript>

export const transcriptHead = z.object({ ok: z.literal(true), transcript })
