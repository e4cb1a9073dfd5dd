import type { StepEvent } from '@antojo/contract/ai-events'
import type { FinderInput } from '@antojo/contract/finder'
import { useRef, useState } from 'react'
import { useServices } from '../../lib/services.tsx'
import { find, transcript, type FinderOutcome, type FinderStep, type FinderSteps } from './finder-api.ts'
import type { FinderFields } from './finder-input.ts'

export type FinderState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading'; readonly steps: FinderSteps }
  | { readonly kind: 'done'; readonly outcome: FinderOutcome }

const steps: readonly string[] = [
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
      if (isMine() && steps.includes(event.step)) setState((before) => withStep(before, event))
    }
    const input = inputOf(fields)
    let outcome = await find(services, input, onStep)
    if (outcome.kind === 'none' && !outcome.transcribed && input.mediaUrl !== '' && isMine()) {
      const heard = await transcript(services, input.mediaUrl)
      if (heard !== '' && isMine())
        outcome = await find(services, { ...input, extraText: `${input.extraText ?? ''}\n${heard}` }, onStep)
    }
    if (isMine()) setState({ kind: 'done', outcome })
  }

  const reset = () => {
    current.current++
    setState({ kind: 'idle' })
  }
  return { state, run, reset } as const
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
