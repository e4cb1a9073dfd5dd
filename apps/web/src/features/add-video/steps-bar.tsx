import { m } from '@antojo/i18n/messages'
import { texts as names } from '@antojo/i18n/messages/step'
import { texts as nowTexts } from '@antojo/i18n/messages/step_now'
import { texts as states } from '@antojo/i18n/messages/step_state'
import { Check, LoaderCircle, Minus, X } from 'lucide-react'
import { cx } from '../../lib/view/cx.ts'
import type { StepStates } from '../../entities/pipeline/outcome.ts'
import type { ADD_STEPS as contractSteps, StepEvent } from '@antojo/contract/ai-events'

/** A copy of the contract's list, because importing the value would load zod. The type keeps both equal. */
const ADD_STEPS: typeof contractSteps = ['oembed', 'transcribe', 'ocr', 'extract', 'enrich', 'save']

type AddStep = (typeof ADD_STEPS)[number]
type StepState = StepEvent['state'] | 'waiting'

/** The pipeline's six steps: which one is running, which were skipped, and what was found so far. */
export function StepsBar({ steps }: { steps: StepStates }) {
  const running = ADD_STEPS.findLast((step) => steps[step]?.state === 'running') ?? lastDone(steps)
  const found = ADD_STEPS.map((step) => steps[step]?.found).findLast((text) => text !== undefined)
  return (
    <section
      aria-label={m.steps_title()}
      className="sticky top-14 z-20 mb-4 animate-rise rounded-2xl border border-line bg-surface p-2.5 shadow-pop md:top-18 md:p-4"
    >
      <p aria-live="polite" className="flex flex-wrap items-baseline gap-x-2 font-display text-lg font-bold">
        {nowTexts[running]()}
        {found === undefined ? null : (
          <span className="font-sans text-sm font-medium text-ink-soft">{m.step_found({ found })}</span>
        )}
      </p>
      <ol className="mt-2.5 grid grid-cols-6 gap-1 md:gap-1.5">
        {ADD_STEPS.map((step) => (
          <StepMark key={step} step={step} state={steps[step]?.state ?? 'waiting'} />
        ))}
      </ol>
    </section>
  )
}

const LOOKS: Readonly<Record<StepState, string>> = {
  waiting: 'bg-sunk text-ink-soft',
  running: 'bg-maiz text-maiz-ink',
  done: 'bg-cilantro text-white',
  skipped: 'bg-sunk text-ink-soft opacity-70',
  failed: 'bg-chile-soft text-chile-text',
}

/** One scallop of the awning for each step. */
function StepMark({ step, state }: { step: AddStep; state: StepState }) {
  return (
    <li className="grid justify-items-center gap-1 text-center">
      <span
        className={cx(
          'grid h-8 w-full place-items-center rounded-t-md rounded-b-full transition-colors duration-200 contrast:border contrast:border-line [&_svg]:size-4',
          LOOKS[state],
        )}
      >
        {state === 'done' ? <Check aria-hidden /> : null}
        {state === 'running' ? <LoaderCircle aria-hidden className="animate-spin" /> : null}
        {state === 'skipped' ? <Minus aria-hidden /> : null}
        {state === 'failed' ? <X aria-hidden /> : null}
      </span>
      <span className="w-full truncate text-[0.625rem] font-semibold tracking-tight text-ink-soft md:text-xs md:tracking-normal">
        {names[step]()}
      </span>
      <span className="sr-only">{states[state]()}</span>
    </li>
  )
}

function lastDone(steps: StepStates): AddStep {
  return ADD_STEPS.findLast((step) => steps[step] !== undefined) ?? 'oembed'
}
