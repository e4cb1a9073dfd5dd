import { z } from 'zod'
import { pastedText } from './finder.ts'

/** `POST /functions/v1/transcribe` */
export const transcribeRequest = z.object({
  url: pastedText,
  max_seconds: z.number().positive().max(90).default(90),
})

/** An empty text is a valid answer; `reason` explains it (no speech service, no audio, silence). */
export const transcribeResponse = z.object({
  ok: z.boolean(),
  text: z.string(),
  reason: z.string().optional(),
})
