import type { StepEvent } from '@antojo/contract/ai-events'
import type { FinderInput } from '@antojo/contract/finder'
import { m } from '@antojo/i18n/messages'
import { useRef, useState } from 'react'
import { useServices, type Services } from '../../lib/services.tsx'
import type { FinderOutcome, FinderStep, FinderSteps } from './finder-api.ts'
import type { FinderFields } from './finder-input.ts'

export type FinderState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading'; readonly steps: FinderSteps }
  | { readonly kind: 'done'; readonly outcome: FinderOutcome }

const STEPS: readonly string[] = [
  'oembed',
  'probe',
  'frames',
  'ocr',
  'search',
] satisfies readonly FinderStep[]

/** Idle, then loading with the real steps, then an outcome (spec §4); a new search or a reset leaves the old one behind. */
export function useFinder() {
  const services = useServices()
  const [state, setState] = useState<FinderState>({ kind: 'idle' })
  const current = useRef(0)

  const run = async (fields: FinderFields) => {
    const mine = ++current.current
    const isMine = () => mine === current.current
    setState({ kind: 'loading', steps: {} })
    const onStep = (event: StepEvent) => {
      if (isMine() && STEPS.includes(event.step)) setState((before) => withStep(before, event))
    }
    const input = inputOf(fields)
    const outcome = await look(services, input, { onStep, isMine }).catch(unreached)
    if (isMine()) setState({ kind: 'done', outcome })
  }

  const reset = () => {
    current.current++
    setState({ kind: 'idle' })
  }
  return { state, run, reset } as const
}

interface Following {
  readonly onStep: (event: StepEvent) => void
  /** False once another search began or this one was left. */
  readonly isMine: () => boolean
}

/** One look, and a second one with what is said in the video when the first found nothing. */
async function look(
  services: Services,
  input: FinderInput,
  { onStep, isMine }: Following,
): Promise<FinderOutcome> {
  const { find, transcript } = await import('./finder-api.ts')
  const outcome = await find(services, input, onStep)
  if (outcome.kind !== 'none' || outcome.transcribed || input.mediaUrl === '' || !isMine()) return outcome
  const heard = await transcript(services, input.mediaUrl)
  if (heard === '' || !isMine()) return outcome
  return await find(services, { ...input, extraText: `${input.extraText ?? ''}\n${heard}` }, onStep)
}

/** The code that asks comes with the first question, and may not arrive either. */
function unreached(): FinderOutcome {
  return { kind: 'error', message: m.error_network() }
}

function withStep(state: FinderState, { step, state: reached }: StepEvent): FinderState {
  return state.kind === 'loading' ? { kind: 'loading', steps: { ...state.steps, [step]: reached } } : state
}

function inputOf({ url, caption, hashtags, city, seen }: FinderFields): FinderInput {
  return {
    mediaUrl: url.trim(),
    ...(caption.trim() !== '' && { caption: caption.trim() }),
    ...(hashtags.trim() !== '' && { hashtags: hashtags.trim() }),
    ...(seen !== '' && { extraText: seen }),
    ...(city.trim() !== '' && { cityHint: city.trim() }),
  }
}
