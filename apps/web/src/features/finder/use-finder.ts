import type { StepEvent } from '@antojo/contract/ai-events'
import type { FinderInput } from '@antojo/contract/finder'
import { m } from '@antojo/i18n/messages'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { paths } from '../../lib/navigation/navigation.ts'
import { useSettingsStore } from '../../lib/storage/settings-store.tsx'
import { useServices, useSession, type Services } from '../../lib/services.tsx'
import type { FinderAnswer, FinderOutcome, FinderSteps } from './finder-api.ts'
import { failed, useForm } from '../../lib/view/use-form.ts'
import { FINDER_ORDER, NO_FIELDS, urlProblem, type FinderFields } from './finder-input.ts'
import type { KeptSearch } from './kept-search.ts'

export type FinderState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading'; readonly steps: FinderSteps }
  | { readonly kind: 'done'; readonly outcome: FinderAnswer }

export type FinderForm = ReturnType<typeof useFinder>['form']

/**
 * The finder's form and state: idle, then loading with steps, then an outcome (spec §4). A new search or a reset cancels the
 * old one. The address and the history entry keep the search: a link with `?url=` runs it, and a reload shows its answer.
 */
export function useFinder(onRun: () => void) {
  const services = useServices()
  const settings = useSettingsStore()
  const userId = useSession()?.user.id ?? null
  const [{ linked, about }] = useState(inAddress)
  const [state, setState] = useState<FinderState>({ kind: 'idle' })
  const current = useRef(0)

  const run = async (sent: FinderFields) => {
    onRun()
    const mine = ++current.current
    const isMine = () => mine === current.current
    setState({ kind: 'loading', steps: {} })
    keep(userId, { fields: sent, outcome: null })
    const order: readonly string[] = FINDER_ORDER
    const onStep = (event: StepEvent) => {
      if (isMine() && order.includes(event.step)) setState((before) => withStep(before, event))
    }
    const input = { ...inputOf(sent), language: settings.get().language }
    const outcome = await look(services, input, { onStep, isMine }).catch(unreached)
    if (!isMine()) return undefined
    if (outcome.kind === 'error') {
      setState({ kind: 'idle' })
      return failed(outcome.message)
    }
    setState({ kind: 'done', outcome })
    keep(userId, { fields: sent, outcome })
    return undefined
  }
  const form = useForm({
    initial: { ...NO_FIELDS, url: linked, caption: about },
    // A link in the address takes the place of what was typed before.
    draft: linked === '' ? 'finder' : undefined,
    check: ({ url, seen }) => ({ url: urlFault(url, seen) }),
    send: run,
  })
  const load = useEffectEvent(async () => await keptSearch(userId))
  const begin = useEffectEvent((kept: KeptSearch | null) => {
    if (state.kind !== 'idle') return
    if (kept) form.begin(kept.fields)
    if (kept?.outcome) setState({ kind: 'done', outcome: kept.outcome })
    else if (kept) form.sendNow(kept.fields)
    else if (linked !== '' && urlProblem(linked) === null) form.submit()
  })
  useEffect(() => {
    let left = false
    const searches = current
    void load().then((kept) => (left ? undefined : begin(kept)))
    return () => {
      left = true
      searches.current++
    }
  }, [])

  const reset = () => {
    current.current++
    form.abandon()
    form.set(NO_FIELDS)
    setState({ kind: 'idle' })
    navigate(paths.find, { replace: true })
  }
  return { form, state, reset } as const
}

/** Writes the search into the address and the history entry. */
function keep(userId: string | null, kept: KeptSearch): void {
  const link = kept.fields.url.trim()
  navigate(link === '' ? paths.find : `${paths.find}?${new URLSearchParams({ url: link })}`, {
    replace: true,
    state: { finder: { userId, ...kept } },
  })
}

function urlFault(url: string, seen: string): string | undefined {
  const problem = urlProblem(url, seen)
  return problem === null ? undefined : problem === 'missing' ? m.find_url_missing() : m.find_url_invalid()
}

/** The link of a post, and the words of who shared it. */
function inAddress() {
  const params = new URLSearchParams(location.search)
  return { linked: params.get('url')?.trim() ?? '', about: params.get('about')?.trim() ?? '' }
}

/** The search that the history entry holds. Most visits have none, and need no code to read it. */
async function keptSearch(userId: string | null): Promise<KeptSearch | null> {
  const state: unknown = history.state
  if (typeof state !== 'object' || state === null || !('finder' in state)) return null
  const code = await import('./kept-search.ts').catch(() => null)
  return code?.searchIn(state, userId) ?? null
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
  const second = await find(services, { ...input, extraText: `${input.extraText ?? ''}\n${heard}` }, onStep)
  const isWorse = second.kind !== 'found' && outcome.possible.length > 0
  return isWorse ? outcome : second
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
