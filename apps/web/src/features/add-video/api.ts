import type { AiRequest, ExtractVideoInput } from '@antojo/contract/ai'
import type { StepEvent } from '@antojo/contract/ai-events'
import type { Point } from '@antojo/domain/distance'
import { readPasted } from '@antojo/domain/links/find-urls'
import { m } from '@antojo/i18n/messages'
import { useState } from 'react'
import { useServices, useSession } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { importQueueOf } from '../import/api.ts'
import { useVideoCache } from '../../entities/video/video-cache.ts'
import { sendToPipeline, wordsAsHint } from '../../entities/pipeline/send-to-pipeline.ts'
import type { StepStates } from '../../entities/pipeline/outcome.ts'
import type { AddMode, Question } from './apply-outcome.ts'

export interface AddVideo {
  readonly adding: boolean
  readonly steps: StepStates
  readonly question: Question | null
  /** Adds the link in the text, with the words around it as the person's; several links go to the import. */
  readonly add: (text: string) => Promise<void>
  readonly retry: (text: string, hints?: ExtractVideoInput['hints']) => Promise<void>
  readonly confirm: (placeId: string) => Promise<void>
  readonly dismiss: () => void
}

/** The state of adding a link: idle, then adding with its steps, then saved, or a question or message (spec §4). */
export function useAddVideo(near: Point | null): AddVideo {
  const services = useServices()
  const session = useSession()
  const cache = useVideoCache()
  const [adding, setAdding] = useState(false)
  const [steps, setSteps] = useState<StepStates>({})
  const [question, setQuestion] = useState<Question | null>(null)

  const run = async (mode: AddMode, url: string, request: AiRequest) => {
    if (!session) {
      toast.info(m.add_sign_in_first())
      return
    }
    setAdding(true)
    setSteps({})
    setQuestion(null)
    const onStep = (step: StepEvent) => setSteps((before) => ({ ...before, [step.step]: step }))
    try {
      const [outcome, { applyOutcome }] = await Promise.all([
        sendToPipeline(services, request, { onStep }),
        import('./apply-outcome.ts'),
      ])
      setQuestion(applyOutcome(outcome, { mode, url, cache, services }))
    } catch {
      // Offline, the code cannot be loaded.
      toast.error(m.add_failed({ msg: m.error_network() }))
    }
    setAdding(false)
  }

  const send = (mode: 'add' | 'retry', url: string, hints: Pick<ExtractVideoInput, 'hints'>) => {
    const bias = near ? { biasLat: near.lat, biasLng: near.lng } : {}
    const input = { videoUrl: url, oembedDomain: location.hostname, ...bias, ...hints }
    return run(mode, url, { action: mode === 'add' ? 'extract-video' : 'retry', input })
  }

  const add = async (text: string) => {
    const { links, words } = readPasted(text)
    const [url = text] = links
    const queue = session && importQueueOf(session.user.id)
    if (queue && links.length > 1) {
      queue.enqueue(links)
    } else if (queue && !navigator.onLine) {
      queue.enqueue(links, { quiet: true, words })
      toast.info(m.offline_queued())
    } else await send('add', url, wordsAsHint(words))
  }

  return {
    adding,
    steps,
    question,
    add,
    retry: (url, hints) => send('retry', url, hints ? { hints } : {}),
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

/** Preloads the code for adding a link while the person is still pasting it. */
export function warmUp(): void {
  void Promise.all([
    import('../../entities/pipeline/pipeline-client.ts'),
    import('./apply-outcome.ts'),
    import('./steps-bar.tsx'),
  ]).catch(() => undefined)
}
