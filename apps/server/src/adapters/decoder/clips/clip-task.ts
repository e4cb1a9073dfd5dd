import { z } from 'zod'

/** The parts to extract from the clip, which is open as descriptor 4. */
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

/** The body is the concatenation of the frames' JPEG files. */
export const framesHead = z.object({
  ok: z.literal(true),
  frames: z.array(z.object({ second: z.number().int().min(0), bytes: z.number().int().min(0) })),
})
