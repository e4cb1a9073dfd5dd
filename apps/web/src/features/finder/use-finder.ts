import type { StepEvent } from '@antojo/contract/ai-events'
import type { FinderInput } from '@antojo/contract/finder'
import { m } from '@antojo/i18n/messages'
import { useRef, useState } from 'react'
import { useSettingsStore } from '../../lib/storage/settings-store.tsx'
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

/** The finder's state: idle, then loading with steps, then an outcome (spec §4). A new search or a reset cancels the old one. */
export function useFinder() {
  const services = useServices()
  const settings = useSettingsStore()
  const [state, setState] = useState<FinderState>({ kind: 'idle' })
  const current = useRef(0)

  const run = async (fields: FinderFields) => {
    const mine = ++current.current
    const isMine = () => mine === current.current
    setState({ kind: 'loading', steps: {} })
    const onStep = (event: StepEvent) => {
      if (isMine() && STEPS.includes(event.step)) setState((before) => withStep(before, event))
    }
    const input = { ...inputOf(fields), language: settings.get().language }
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
  /** False after another search began or this one was cancelled. */
  readonly isMine: () => boolean
}

/** Searches once, and again with the spoken words of the video when the first search found nothing. */
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

/** The outcome when the code of the finder cannot be loaded, which happens offline. */
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
