import { m } from '@antojo/i18n/messages'
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
        {runningText(running)}
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
        {stepName(step)}
      </span>
      <span className="sr-only">{stateName(state)}</span>
    </li>
  )
}

function lastDone(steps: StepStates): AddStep {
  return ADD_STEPS.findLast((step) => steps[step] !== undefined) ?? 'oembed'
}

function runningText(step: AddStep): string {
  const texts: Readonly<Record<AddStep, () => string>> = {
    oembed: m.step_now_oembed,
    transcribe: m.step_now_transcribe,
    ocr: m.step_now_ocr,
    extract: m.step_now_extract,
    enrich: m.step_now_enrich,
    save: m.step_now_save,
  }
  return texts[step]()
}

function stepName(step: AddStep): string {
  const names: Readonly<Record<AddStep, () => string>> = {
    oembed: m.step_oembed,
    transcribe: m.step_transcribe,
    ocr: m.step_ocr,
    extract: m.step_extract,
    enrich: m.step_enrich,
    save: m.step_save,
  }
  return names[step]()
}

function stateName(state: StepState): string {
  const names: Readonly<Record<StepState, () => string>> = {
    waiting: m.step_state_waiting,
    running: m.step_state_running,
    done: m.step_state_done,
    skipped: m.step_state_skipped,
    failed: m.step_state_failed,
  }
  return names[state]()
}
