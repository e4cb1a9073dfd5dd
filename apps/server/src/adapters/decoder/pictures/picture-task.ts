import { z } from 'zod'

/** The conversion of a foreign picture to webp without metadata. */
export const pictureTask = z.object({
  width: z.number().int().positive(),
  /** `card` crops taller pictures to 16:9, `square` crops to the middle. */
  shape: z.enum(['whole', 'card', 'square']),
  quality: z.number().int().min(1).max(100),
  maxPixels: z.number().int().positive().optional(),
})

const layer = z.object({
  /** The length of its picture; the pictures follow each other in the body. */
  bytes: z.number().int().positive(),
  left: z.number().int().nonnegative(),
  top: z.number().int().nonnegative(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
})
/** Several pictures, each cropped to its place, as one JPEG. */
export const compositionTask = z.object({
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  background: z.string().max(20),
  layers: z.array(layer).max(8),
})
export type CompositionTask = Readonly<z.infer<typeof compositionTask>>
export type PictureTask = Readonly<z.infer<typeof pictureTask>>
