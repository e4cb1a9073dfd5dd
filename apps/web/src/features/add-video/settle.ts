import { m } from '@antojo/i18n/messages'
import type { Services } from '../../lib/services.tsx'
import { toast } from '../../lib/toasts.ts'
import type { VideoCache } from '../videos/video-cache.ts'
import { videoOf } from '../videos/video.ts'
import type { AddOutcome } from './outcome.ts'
import type { Question, Way } from './use-add-video.ts'

interface Settled {
  readonly way: Way
  readonly url: string
  readonly cache: VideoCache
  readonly services: Services
}

/** Puts what was saved on top, tells it, and returns what is left to ask. */
export function settle(outcome: AddOutcome, { way, url, cache, services }: Settled): Question | null {
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
