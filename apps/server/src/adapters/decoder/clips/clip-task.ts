import { z } from 'zod'

/** What is taken out of a clip that is open as descriptor 4. */
export const clipTask = z.discriminatedUnion('take', [
  z.object({
    take: z.literal('frames'),
    container: z.string(),
    maxSeconds: z.number(),
    maxFrames: z.number(),
  }),
  z.object({ take: z.literal('sound'), container: z.string(), maxSeconds: z.number() }),
  z.object({ take: z.literal('version') }),
])
export type ClipTask = Readonly<z.infer<typeof clipTask>>

/** The frames' JPEG files follow each other in the body. */
export const framesHead = z.object({
  ok: z.literal(true),
  frames: z.array(z.object({ second: z.number().int().min(0), bytes: z.number().int().min(0) })),
})
