import { z } from 'zod'

/** How a foreign picture is written anew, as webp without metadata. */
export const pictureTask = z.object({
  width: z.number().int().positive(),
  /** `card` cuts what is taller to 16:9, `square` takes the middle. */
  shape: z.enum(['whole', 'card', 'square']),
  quality: z.number().int().min(1).max(100),
  maxPixels: z.number().int().positive().optional(),
})
export type PictureTask = Readonly<z.infer<typeof pictureTask>>
