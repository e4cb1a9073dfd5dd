import { z } from 'zod'

/** The conversion of a foreign picture to webp without metadata. */
export const pictureTask = z.object({
  width: z.number().int().positive(),
  /** `card` crops taller pictures to 16:9, `square` crops to the middle. */
  shape: z.enum(['whole', 'card', 'square']),
  quality: z.number().int().min(1).max(100),
  maxPixels: z.number().int().positive().optional(),
})
export type PictureTask = Readonly<z.infer<typeof pictureTask>>
