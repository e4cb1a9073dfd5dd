import { m } from '@antojo/i18n/messages'
import type { Services } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'
import type { VideoCache } from '../../entities/video/video-cache.ts'
import { videoOf } from '../../entities/video/video.ts'
import { announceLesson } from '../../entities/pipeline/announce-lesson.ts'
import type { AddOutcome } from '../../entities/pipeline/outcome.ts'

/** The outcomes of an add that need a dialog or box. */
export type Question = Extract<
  AddOutcome,
  { kind: 'needs_confirmation' | 'weak_data' | 'oembed_required' }
> & {
  readonly url: string
}

export type AddMode = 'add' | 'retry' | 'confirm'

interface Context {
  readonly mode: AddMode
  readonly url: string
  readonly cache: VideoCache
  readonly services: Services
}

/** Shows the saved video first, announces the outcome, and returns the question that remains. */
export function applyOutcome(outcome: AddOutcome, { mode, url, cache, services }: Context): Question | null {
  if (outcome.kind === 'error') {
    if (outcome.code === 'session_required' || outcome.code === 'session_expired')
      void services.session.client()
    showFailure(outcome, mode)
    return null
  }
  if (outcome.kind === 'oembed_required') return { ...outcome, url }
  const video = videoOf(outcome.answer.video)
  if (video) {
    cache.putFirst(video)
    cache.announce()
  }
  if (outcome.kind === 'accepted' || (outcome.answer.duplicate && video?.place.name)) {
    showSaved(mode, outcome.answer.duplicate)
    announceLesson(outcome)
    return null
  }
  return { ...outcome, url }
}

function showSaved(mode: AddMode, duplicate: boolean): void {
  if (duplicate) toast.success(mode === 'add' ? m.duplicate() : m.existing())
  else if (mode === 'add') toast.success(m.added())
  else toast.success(mode === 'retry' ? m.retry_done() : m.saved())
}

function showFailure(outcome: Extract<AddOutcome, { kind: 'error' }>, mode: AddMode): void {
  if (outcome.code === 'aborted') return
  if (outcome.code === 'session_required') toast.info(m.add_sign_in_first())
  else if (mode === 'retry') toast.error(m.retry_failed({ msg: outcome.message }))
  else if (mode === 'confirm') toast.error(m.save_failed({ msg: outcome.message }))
  else toast.error(m.add_failed({ msg: outcome.message }))
}
