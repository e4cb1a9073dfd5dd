import { z } from 'zod'

/** Bytes of an uploaded screenshot or clip at most. */
export const MAX_UPLOAD_BYTES = 64 * 1024 * 1024

/**
 * `POST /functions/v1/read-media` with the bytes of a picture or clip as body: the text on screen and the speech, to be
 * given on as hint or `extraText`. `reason` says why there is none.
 */
export const readMediaResponse = z.object({
  ok: z.boolean(),
  texts: z.array(z.object({ source: z.enum(['ocr', 'transcript']), text: z.string(), second: z.number() })),
  reason: z.string().optional(),
})
export type ReadMediaResponse = z.infer<typeof readMediaResponse>
