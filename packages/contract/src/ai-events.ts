import { z } from 'zod'
import { videoRow } from './video-row.ts'

/** Steps of an add in the order of the progress bar: oEmbed, Transcribir, OCR, Extraer, Enriquecer, Guardar. */
export const ADD_STEPS = ['oembed', 'transcribe', 'ocr', 'extract', 'enrich', 'save'] as const
/** Steps of the finder: oEmbed, Probe, Frames, OCR, Search. */
export const FINDER_STEPS = ['oembed', 'probe', 'frames', 'ocr', 'search'] as const
export const STEP_STATES = ['running', 'done', 'skipped', 'failed'] as const

export const stepEvent = z.object({
  step: z.enum([...ADD_STEPS, ...FINDER_STEPS]),
  state: z.enum(STEP_STATES),
  ms: z.number().optional(),
  /** A short, readable result of the step. */
  found: z.string().optional(),
  /** Why the step was skipped, failed or found nothing: a code for programs and logs, never shown to people. */
  reason: z.string().optional(),
})
export type StepEvent = z.infer<typeof stepEvent>
export type Step = StepEvent['step']

/** `saved`, once, before the first step of an add: the link is kept, whatever happens to the analysis. */
export const savedEvent = z.object({ video: videoRow })

/** Last event of the stream; `body` is the answer that the request without stream would get with this status. */
export const resultEvent = z.object({ status: z.number(), body: z.unknown() })
export type ResultEvent = z.infer<typeof resultEvent>
