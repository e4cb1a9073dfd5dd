import type { AiRequest, UserHints } from '@antojo/contract/ai'
import type { StepEvent } from '@antojo/contract/ai-events'
import type { Point } from '@antojo/domain/distance'
import { readPasted } from '@antojo/domain/links/find-urls'
import { m } from '@antojo/i18n/messages'
import { useState } from 'react'
import { useServices, useSession } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { importQueueOf, type ImportQueue } from '../import/api.ts'
import { useVideoCache } from '../../entities/video/video-cache.ts'
import { sendToPipeline, wordsAsHint } from '../../entities/pipeline/send-to-pipeline.ts'
import type { StepStates } from '../../entities/pipeline/outcome.ts'
import type { AddMode } from './apply-outcome.ts'
import type { Question } from './question.ts'

export type { Question } from './question.ts'

export interface AddVideo {
  readonly adding: boolean
  readonly steps: StepStates
  readonly question: Question | null
  /** Adds the link in the text, with the words around it as the person's; several links go to the import. */
  readonly add: (text: string) => Promise<void>
  /** Analyses the link of an open question again, with what the person tells. */
  readonly retry: (question: Question, hints?: UserHints) => Promise<void>
  readonly confirm: (question: Question, placeId: string) => Promise<void>
  readonly dismiss: () => void
  /** Ends the question after the place was saved in another way. */
  readonly done: () => void
}

/** The state of adding a link: idle, then adding with its steps, then saved, or a question or message (spec §4). */
export function useAddVideo(near: Point | null, onSaved?: () => void): AddVideo {
  const session = useSession()
  const queue = session && importQueueOf(session.user.id)
  const { run, ...state } = useRun(queue, onSaved)

  const inputOf = (url: string) => ({
    videoUrl: url,
    oembedDomain: location.hostname,
    ...(near && { biasLat: near.lat, biasLng: near.lng }),
  })

  const add = async (text: string) => {
    const { links, words } = readPasted(text)
    const [url = text] = links
    if (queue && links.length > 1) {
      queue.enqueue(links)
    } else if (queue && !navigator.onLine) {
      queue.enqueue(links, { quiet: true, words })
      toast.info(m.offline_queued())
    } else {
      const input = { ...inputOf(url), ...wordsAsHint(words) }
      await run('add', { action: 'extract-video', input }, { url, before: null })
    }
  }

  return {
    ...state,
    add,
    retry: (before, hints) =>
      run(
        'retry',
        { action: 'retry', input: { ...inputOf(before.url), ...(hints && { hints }) } },
        { url: before.url, before },
      ),
    confirm: (before, placeId) =>
      run(
        'confirm',
        { action: 'confirm-place', input: { videoUrl: before.url, placeId } },
        { url: before.url, before },
      ),
  }
}

interface Subject {
  readonly url: string
  /** The question that the request is about; null when a link is added. */
  readonly before: Question | null
}

/** Sends one request after another to the pipeline, and holds the question that remains. */
function useRun(queue: ImportQueue | null, onSaved?: () => void) {
  const services = useServices()
  const cache = useVideoCache()
  const [adding, setAdding] = useState(false)
  const [steps, setSteps] = useState<StepStates>({})
  const [question, setQuestion] = useState<Question | null>(null)

  const run = async (mode: AddMode, request: AiRequest, { url, before }: Subject) => {
    if (!queue) {
      toast.info(m.add_sign_in_first())
      return
    }
    setAdding(true)
    setSteps({})
    setQuestion(before)
    const onStep = (step: StepEvent) => setSteps((known) => ({ ...known, [step.step]: step }))
    const keep = () => queue.enqueue([url], { quiet: true })
    try {
      const [outcome, { applyOutcome }] = await Promise.all([
        sendToPipeline(services, request, { onStep }),
        import('./apply-outcome.ts'),
      ])
      if (outcome.kind !== 'error' && before?.isQueued === true) queue.remove(url)
      const left = applyOutcome(outcome, { mode, url, before, cache, services, keep })
      setQuestion(left)
      if (left === null) onSaved?.()
    } catch {
      // Offline, the code cannot be loaded.
      keep()
      toast.info(m.offline_queued())
    }
    setAdding(false)
  }

  const dismiss = () => setQuestion(null)
  const done = () => {
    dismiss()
    onSaved?.()
  }
  return { adding, steps, question, dismiss, done, run }
}

/** Preloads the code for adding a link while the person is still pasting it. */
export function warmUp(): void {
  void Promise.all([
    import('../../entities/pipeline/pipeline-client.ts'),
    import('./apply-outcome.ts'),
    import('./steps-bar.tsx'),
  ]).catch(() => undefined)
}
