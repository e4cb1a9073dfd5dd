import type { Step, StepEvent } from '@antojo/contract/ai-events'
import type { Progress } from '../../identify/step-recorder.ts'

/** The steps of an analysis in the finder's words (spec §2): oEmbed, Probe, Frames, OCR; Search is the finder's own. */
const namesOf: Readonly<Partial<Record<Step, readonly Step[]>>> = {
  oembed: ['oembed'],
  transcribe: ['probe'],
  ocr: ['frames', 'ocr'],
}

export function finderProgress(progress: Progress): Progress {
  return (event: StepEvent) => {
    for (const step of namesOf[event.step] ?? []) progress({ ...event, step })
  }
}
