import { m } from '@antojo/i18n/messages'
import type { Services } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'
import type { VideoCache } from '../../entities/video/video-cache.ts'
import { videoOf, type Video } from '../../entities/video/video.ts'
import { announceLesson } from '../../entities/pipeline/announce-lesson.ts'
import type { AddFailure, AddOutcome } from '../../entities/pipeline/outcome.ts'
import { questionOf, questionOfFailure, type Question } from './question.ts'

export type AddMode = 'add' | 'retry' | 'confirm'

interface Context {
  readonly mode: AddMode
  readonly url: string
  /** What was open before a retry or a choice. */
  readonly before: Question | null
  readonly cache: VideoCache
  readonly services: Services
  /** Keeps the link on the device, to be sent again. */
  readonly keep: () => void
}

/** Shows the saved video first, announces the outcome, and returns the question that remains. */
export function applyOutcome(outcome: AddOutcome, context: Context): Question | null {
  const { mode, url, cache } = context
  if (outcome.kind === 'error') return afterFailure(outcome, context)
  const video = videoOf(outcome.answer.video ?? null)
  show(video, cache)
  if (outcome.kind === 'accepted') {
    showSaved(mode, outcome.answer.duplicate)
    announceLesson(outcome)
    return null
  }
  if (outcome.kind !== 'oembed_required' && outcome.answer.duplicate && video?.place.name) {
    showSaved(mode, true)
    return null
  }
  const question = questionOf(outcome, url)
  const isNoHelp = mode === 'retry' && question.candidates.length === 0
  return isNoHelp ? { ...question, message: m.help_not_enough() } : question
}

function show(video: Video | null, cache: VideoCache): void {
  if (!video) return
  cache.putFirst(video)
  cache.announce()
}

function showSaved(mode: AddMode, duplicate: boolean): void {
  if (duplicate) toast.success(mode === 'add' ? m.duplicate() : m.existing())
  else if (mode === 'add') toast.success(m.added())
  else toast.success(mode === 'retry' ? m.retry_done() : m.saved())
}

/** Refusals that another try of the same link cannot change. */
const FINAL_CODES: readonly string[] = [
  'aborted',
  'session_required',
  'bad_request',
  'no_link',
  'link_too_long',
  'not_a_video',
  'unsupported_host',
  'redirect_loop',
  'private_address',
]

/** No failure loses the link: the server has its row, or this device keeps it, or the notice shows it. */
function afterFailure(failure: AddFailure, { mode, url, before, cache, services, keep }: Context) {
  const { code, message } = failure
  if (code === 'session_required' || code === 'session_expired') void services.session.client()
  if (code === 'aborted') return before
  if (code === 'session_required') {
    toast.info(m.add_sign_in_first())
    return before
  }
  const text =
    mode === 'retry'
      ? m.retry_failed({ msg: message })
      : mode === 'confirm'
        ? m.save_failed({ msg: message })
        : m.add_failed({ msg: message })
  if (before) return { ...before, problem: text }
  const video = videoOf(failure.video)
  show(video, cache)
  const isQueued = video === null && !FINAL_CODES.includes(code)
  if (isQueued) keep()
  return { ...questionOfFailure(failure, video, url), message: text, isQueued }
}
