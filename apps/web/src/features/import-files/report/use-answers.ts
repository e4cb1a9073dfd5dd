import type { ImportReport } from '@antojo/contract/transfer/imports'
import { m } from '@antojo/i18n/messages'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { sendToPipeline } from '../../../entities/pipeline/send-to-pipeline.ts'
import { callApi } from '../../../lib/api/api.ts'
import { errorMessage } from '../../../lib/api/rest.ts'
import type { Choice } from '../../add-video/choices.tsx'
import { useServices, type Services } from '../../../lib/services.tsx'
import { toast } from '../../../lib/view/toasts.ts'

export interface Answer {
  readonly videoId: string
  readonly url: string
  readonly answer: Choice
}

type Question = ImportReport['questions'][number]
type Counts = ImportReport['counts']

/** An answer is sent after this time, or with the next one; until then it can be undone. */
const UNDO_MS = 8_000

export type Answers = ReturnType<typeof useAnswers>

/** The questions of an import that are open, and the answers on their way to the server. */
export function useAnswers(importId: string, asked: readonly Question[], onSent: () => void) {
  const services = useServices()
  const [given, setGiven] = useState<readonly Answer[]>([])
  const [skipped, setSkipped] = useState<readonly string[]>([])
  const [last, setLast] = useState<Answer | null>(null)
  const undone = useRef<Answer | null>(null)
  const takeOff = (answer: Answer) => setGiven((before) => before.filter((each) => each !== answer))
  const send = useEffectEvent(async (answer: Answer) => {
    const problem = await sendAnswer(services, importId, answer)
    if (problem !== null) {
      takeOff(answer)
      toast.error(m.save_failed({ msg: problem }))
    }
    onSent()
  })
  useEffect(() => {
    if (last === null) return undefined
    const timer = setTimeout(() => setLast(null), UNDO_MS)
    return () => {
      clearTimeout(timer)
      if (undone.current !== last) void send(last)
    }
  }, [last])
  const answered = new Set(given.map(({ videoId }) => videoId))
  const open = asked.filter(({ videoId }) => !answered.has(videoId))
  const at = (id: string) => skipped.lastIndexOf(id)
  return {
    /** Skipped ones last. */
    open: open.toSorted((a, b) => at(a.videoId) - at(b.videoId)),
    given: given.length,
    /** Answers that the server does not count yet. */
    waiting: given.filter(({ videoId }) => asked.some((each) => each.videoId === videoId)),
    hasUndo: last !== null,
    answer: (answer: Answer) => {
      setGiven([...given, answer])
      setLast(answer)
    },
    skip: (id: string) => setSkipped([...skipped, id]),
    undo: () => {
      if (last === null) return
      undone.current = last
      takeOff(last)
      setSkipped(skipped.filter((id) => id !== last.videoId))
      setLast(null)
    },
  }
}

/** The counts with the answers that the server does not count yet. */
export function countsWith(counts: Counts, waiting: readonly Answer[]): Counts {
  const now = { ...counts, questions: counts.questions - waiting.length }
  for (const { answer } of waiting)
    now[answer === 'not_a_place' ? 'nameless' : answer === 'none_of_these' ? 'missing' : 'identified'] += 1
  return now
}

/** Returns the reason of a failure. */
async function sendAnswer(
  services: Services,
  importId: string,
  { videoId, url, answer }: Answer,
): Promise<string | null> {
  if (typeof answer === 'object') {
    const input = { videoUrl: url, placeId: answer.placeId }
    const outcome = await sendToPipeline(services, { action: 'confirm-place', input })
    if (outcome.kind === 'accepted') return null
    return outcome.kind === 'error' ? outcome.message : m.error_oembed_other()
  }
  try {
    await callApi(services, `/imports/${importId}/answers`, { method: 'POST', json: { videoId, answer } })
    return null
  } catch (failure) {
    return errorMessage(failure)
  }
}
