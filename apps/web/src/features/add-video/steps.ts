import type { addSteps as contractSteps } from '@antojo/contract/ai-events'

export type { StepEvent } from '@antojo/contract/ai-events'

/** The contract's steps; written here too, because importing the value would pull zod into the first load. */
export const addSteps: typeof contractSteps = ['oembed', 'transcribe', 'ocr', 'extract', 'enrich', 'save']
