import type { Step, StepEvent } from '@antojo/contract/ai-events'
import { defined } from '@antojo/domain/unknown-values'

export type Progress = (event: StepEvent) => void

/** The result of a step; `failed` and `skipped` are results too, not exceptions. */
export interface StepEnd {
  readonly state: 'done' | 'skipped' | 'failed'
  readonly found?: string
  /** The code of the reason why nothing was found. */
  readonly reason?: string
}

/** Reports the steps of an analysis as they happen and keeps their record. */
export type StepRecorder = ReturnType<typeof createStepRecorder>

export function createStepRecorder(progress: Progress) {
  const steps: StepEvent[] = []
  const report = (event: StepEvent): void => {
    if (event.state !== 'running') steps.push(event)
    progress(event)
  }
  return {
    steps,
    start: (step: Step): ((end: StepEnd) => void) => {
      const started = performance.now()
      report({ step, state: 'running' })
      return ({ state, found, reason }) => {
        const ms = Math.round(performance.now() - started)
        report({ step, state, ms, ...defined({ found: found?.slice(0, 120).toWellFormed(), reason }) })
      }
    },
    skip: (step: Step, reason?: string) => report({ step, state: 'skipped', ...defined({ reason }) }),
  }
}
