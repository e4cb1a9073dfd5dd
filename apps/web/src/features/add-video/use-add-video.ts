import type { AiRequest, ExtractVideoInput } from '@antojo/contract/ai'
import type { StepEvent } from '@antojo/contract/ai-events'
import type { Point } from '@antojo/domain/distance'
import { findUrls } from '@antojo/domain/links/find-urls'
import { m } from '@antojo/i18n/messages'
import { useState } from 'react'
import { useServices, useSession } from '../../lib/services.tsx'
import { toast } from '../../lib/toasts.ts'
import { importQueueOf } from '../import/import-queue.ts'
import { useVideoCache } from '../videos/video-cache.ts'
import { sendToPipeline } from './api.ts'
import type { AddOutcome, StepStates } from './outcome.ts'

/** What the person is asked or told after an add that did not simply work. */
export type Question = Extract<
  AddOutcome,
  { kind: 'needs_confirmation' | 'weak_data' | 'oembed_required' }
> & {
  readonly url: string
}

export interface AddVideo {
  readonly adding: boolean
  readonly steps: StepStates
  readonly question: Question | null
  readonly add: (text: string, hints?: ExtractVideoInput['hints']) => Promise<void>
  readonly retry: (text: string, hints?: ExtractVideoInput['hints']) => Promise<void>
  readonly confirm: (placeId: string) => Promise<void>
  readonly dismiss: () => void
}

export type Way = 'add' | 'retry' | 'confirm'

/** Adding a link: idle, adding with its real steps, then saved, or a question, or a message (spec §4). */
export function useAddVideo(near: Point | null): AddVideo {
  const services = useServices()
  const session = useSession()
  const cache = useVideoCache()
  const [adding, setAdding] = useState(false)
  const [steps, setSteps] = useState<StepStates>({})
  const [question, setQuestion] = useState<Question | null>(null)

  const run = async (way: Way, url: string, request: AiRequest) => {
    if (!session) {
      toast.info(m.add_sign_in_first())
      return
    }
    if (way === 'add' && !navigator.onLine) {
      importQueueOf(session.user.id).enqueue(findUrls(url), true)
      toast.info(m.offline_queued())
      return
    }
    setAdding(true)
    setSteps({})
    setQuestion(null)
    const onStep = (step: StepEvent) => setSteps((before) => ({ ...before, [step.step]: step }))
    const [outcome, { settle }] = await Promise.all([
      sendToPipeline(services, request, { onStep }),
      import('./settle.ts'),
    ])
    setAdding(false)
    setQuestion(settle(outcome, { way, url, cache, services }))
  }

  const send = (action: 'extract-video' | 'retry') => (text: string, hints?: ExtractVideoInput['hints']) => {
    const bias = near ? { biasLat: near.lat, biasLng: near.lng } : {}
    const input = { videoUrl: text, oembedDomain: location.hostname, ...bias, ...(hints && { hints }) }
    return run(action === 'retry' ? 'retry' : 'add', text, { action, input })
  }

  return {
    adding,
    steps,
    question,
    add: send('extract-video'),
    retry: send('retry'),
    confirm: async (placeId) => {
      if (question)
        await run('confirm', question.url, {
          action: 'confirm-place',
          input: { videoUrl: question.url, placeId },
        })
    },
    dismiss: () => setQuestion(null),
  }
}
