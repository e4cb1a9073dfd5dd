import type { AiRequest, ExtractVideoInput } from '@antojo/contract/ai'
import type { StepEvent } from '@antojo/contract/ai-events'
import type { Point } from '@antojo/domain/distance'
import { findUrls } from '@antojo/domain/links/find-urls'
import { m } from '@antojo/i18n/messages'
import { useState } from 'react'
import { useServices, useSession, type Services } from '../../lib/services.tsx'
import { toast } from '../../lib/toasts.ts'
import { importQueueOf } from '../import/import-queue.ts'
import { useVideoCache, type VideoCache } from '../videos/video-cache.ts'
import { videoOf } from '../videos/video.ts'
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

type Way = 'add' | 'retry' | 'confirm'

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
    const outcome = await sendToPipeline(services, request, { onStep })
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

interface Settled {
  readonly way: Way
  readonly url: string
  readonly cache: VideoCache
  readonly services: Services
}

/** Puts what was saved on top, tells it, and returns what is left to ask. */
function settle(outcome: AddOutcome, { way, url, cache, services }: Settled): Question | null {
  if (outcome.kind === 'error') {
    if (outcome.code === 'session_required' || outcome.code === 'session_expired')
      void services.session.client()
    tellFailure(outcome, way)
    return null
  }
  if (outcome.kind === 'oembed_required') return { ...outcome, url }
  const video = videoOf(outcome.answer.video)
  if (video) {
    cache.putFirst(video)
    cache.announce()
  }
  if (outcome.kind === 'accepted' || (outcome.answer.duplicate && video?.place.name)) {
    tellSaved(way, outcome.answer.duplicate)
    return null
  }
  return { ...outcome, url }
}

function tellSaved(way: Way, duplicate: boolean): void {
  if (duplicate) toast.success(way === 'add' ? m.duplicate() : m.existing())
  else if (way === 'add') toast.success(m.added())
  else toast.success(way === 'retry' ? m.retry_done() : m.saved())
}

function tellFailure(outcome: Extract<AddOutcome, { kind: 'error' }>, way: Way): void {
  if (outcome.code === 'aborted') return
  if (outcome.code === 'session_required') toast.info(m.add_sign_in_first())
  else if (way === 'retry') toast.error(m.retry_failed({ msg: outcome.message }))
  else if (way === 'confirm') toast.error(m.save_failed({ msg: outcome.message }))
  else toast.error(m.add_failed({ msg: outcome.message }))
}
