import type { AiRequest, UserHints } from '@antojo/contract/ai'
import type { StepEvent } from '@antojo/contract/ai-events'
import type { Point } from '@antojo/domain/distance'
import { m } from '@antojo/i18n/messages'
import type { Services } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { videoCache, type VideoCache } from '../../entities/video/video-cache.ts'
import { videoOf, type Video } from '../../entities/video/video.ts'
import { announceVideo } from '../../entities/video/announce-video.ts'
import { announceLesson } from '../../entities/pipeline/announce-lesson.ts'
import { listed } from '../../lib/view/format.ts'
import { placeNames, type AddFailure, type AddOutcome } from '../../entities/pipeline/outcome.ts'
import { isTemporary, sendToPipeline, wordsAsHint } from '../../entities/pipeline/send-to-pipeline.ts'
import type { ImportQueue } from '../import/api.ts'
import { questionOf, questionOfFailure, type Question } from './question.ts'

/** One request about a link: add it, analyse it again with what the person tells, or save the chosen place. */
export interface Task {
  readonly mode: 'add' | 'retry' | 'confirm'
  readonly url: string
  /** The person's words around the link. */
  readonly words: string
  readonly hints?: UserHints | undefined
  readonly placeId?: string | undefined
  /** The question that was open before; null when a link is added. */
  readonly before: Question | null
}

interface Tools {
  readonly services: Services
  readonly queue: ImportQueue
  readonly near: Point | null
  readonly onStep: (step: StepEvent) => void
}

/** Sends the request, shows what was saved, and returns the question that remains, and the video of the link. */
export async function runTask(
  task: Task,
  { services, queue, near, onStep }: Tools,
): Promise<[Question | null, Video | null]> {
  const { url, words, before } = task
  const outcome = await sendToPipeline(services, requestOf(task, near), { onStep })
  if (outcome.kind !== 'error' && before?.isQueued === true) queue.remove(url)
  const keep = ({ code, message }: AddFailure) => {
    queue.enqueue([url], { quiet: true, words })
    // The box shows it now; after a reload the import sheet does.
    if (!isTemporary(code)) queue.update(url, { status: 'error', message })
  }
  const left = applyOutcome(outcome, { ...task, cache: videoCache(services.queries), services, keep })
  return [left, outcome.kind === 'error' ? null : videoOf(outcome.answer.video ?? null)]
}

function requestOf({ mode, url, words, hints, placeId }: Task, near: Point | null): AiRequest {
  if (placeId !== undefined) return { action: 'confirm-place', input: { videoUrl: url, placeId } }
  const input = {
    videoUrl: url,
    oembedDomain: location.hostname,
    ...(near && { biasLat: near.lat, biasLng: near.lng }),
    ...(hints ? { hints } : wordsAsHint(words)),
  }
  return { action: mode === 'add' ? 'extract-video' : 'retry', input }
}

interface Context extends Pick<Task, 'mode' | 'url' | 'before'> {
  readonly cache: VideoCache
  readonly services: Services
  /** Keeps the link on the device, to be sent again: by itself after a temporary failure. */
  readonly keep: (failure: AddFailure) => void
}

/** Shows the saved video first, announces the outcome, and returns the question that remains. */
function applyOutcome(outcome: AddOutcome, context: Context): Question | null {
  const { mode, url, cache, services } = context
  if (outcome.kind === 'error') return afterFailure(outcome, context)
  const video = videoOf(outcome.answer.video ?? null)
  show(video, cache)
  if (outcome.kind === 'accepted') {
    const names = placeNames(outcome.answer, video)
    const text = savedText(mode, outcome.answer.duplicate)
    const isNew = mode === 'add' && !outcome.answer.duplicate
    void (isNew ? textOfNew(services, video, text) : Promise.resolve(text)).then((said) =>
      announceVideo(said, video, names.length > 1 ? listed(names) : undefined),
    )
    announceLesson(outcome)
    return null
  }
  if (outcome.kind !== 'oembed_required' && outcome.answer.duplicate && video?.place.name) {
    announceVideo(savedText(mode, true), video)
    return null
  }
  // The server goes on by itself; the row shows how.
  if (outcome.kind !== 'oembed_required' && video?.identifyState === 'running') return null
  const question = questionOf(outcome, url)
  const isNoHelp = mode === 'retry' && question.candidates.length === 0
  return isNoHelp ? { ...question, message: m.help_not_enough() } : question
}

function show(video: Video | null, cache: VideoCache): void {
  if (!video) return
  cache.putFirst(video)
  cache.announce()
}

/** Says when the place was there already, now with one video more. */
async function textOfNew({ rest }: Services, video: Video | null, text: string): Promise<string> {
  const { key, name } = video?.place ?? {}
  if (!video || !key || !name) return text
  const ofPlace = {
    user_id: video.userId,
    place_key: key,
    identify_state: 'identified',
    is_diagnostic: false,
  }
  const { count } = await rest.from('videos').select('id', { count: 'exact', head: true }).match(ofPlace)
  return (count ?? 1) > 1 ? m.added_to_place({ name, n: count ?? 1 }) : text
}

function savedText(mode: Task['mode'], duplicate: boolean): string {
  if (duplicate) return mode === 'add' ? m.duplicate() : m.existing()
  if (mode === 'add') return m.added()
  return mode === 'retry' ? m.retry_done() : m.saved()
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
  if (isQueued) keep(failure)
  // Nothing is wrong with the link, and it goes out by itself.
  if (isQueued && code === 'network') {
    toast.info(m.offline_queued())
    return null
  }
  return { ...questionOfFailure(failure, video, url), message: text, isQueued }
}
