import { z } from 'zod'

/** Largest upload of a screenshot or clip, in bytes. */
export const MAX_UPLOAD_BYTES = 64 * 1024 * 1024

/**
 * `POST /functions/v1/read-media` with the bytes of a picture or clip as body. Returns the text on screen and the
 * speech; the client sends them on as a hint or as `extraText`. `reason` explains an empty text.
 */
export const readMediaResponse = z.object({
  ok: z.boolean(),
  texts: z.array(z.object({ source: z.enum(['ocr', 'transcript']), text: z.string(), second: z.number() })),
  reason: z.string().optional(),
})
export type ReadMediaResponse = z.infer<typeof readMediaResponse>
