import type { StepEvent } from '@antojo/contract/ai-events'
import { m } from '@antojo/i18n/messages'
import type { Services } from '../../lib/services.tsx'
import { isTemporary, sendToPipeline, wordsAsHint } from '../../entities/pipeline/send-to-pipeline.ts'
import { listed } from '../../lib/view/format.ts'
import { placeNames, type AddOutcome } from '../../entities/pipeline/outcome.ts'
import { announceVideo } from '../../entities/video/announce-video.ts'
import { videoCache } from '../../entities/video/video-cache.ts'
import { videoOf, type Video } from '../../entities/video/video.ts'
import { importQueueOf, type ImportItem, type ImportQueue, isWaiting } from './api.ts'

const LOCK_NAME = 'antojo:import'

/**
 * Imports the signed-in person's links one after another, in one tab at a time. Stops at the first link that fails for a
 * temporary reason; the next call continues there.
 */
export async function runImport(services: Services): Promise<void> {
  await navigator.locks.request(LOCK_NAME, { ifAvailable: true }, async (lock) => {
    const owner = services.session.current()?.user.id
    if (!lock || owner === undefined) return
    const queue = importQueueOf(owner)
    for (let item = next(queue); item !== undefined; item = next(queue)) {
      if (services.session.current()?.user.id !== owner || !(await importOne(services, queue, item))) return
    }
  })
}

/** The next link. Only one tab holds the lock, so a link marked as in progress was left by a closed tab. */
function next(queue: ImportQueue): ImportItem | undefined {
  return queue.current().find(({ status }) => isWaiting(status))
}

/** False when the failure is temporary and the link has to wait. */
async function importOne(
  services: Services,
  queue: ImportQueue,
  { url, words, quiet }: ImportItem,
): Promise<boolean> {
  queue.update(url, { status: 'extracting', message: null })
  const onStep = ({ step, state }: StepEvent) => {
    if (step === 'enrich' && state === 'done') queue.update(url, { status: 'enriched' })
  }
  const input = { videoUrl: url, oembedDomain: location.hostname, ...wordsAsHint(words) }
  const outcome = await sendToPipeline(services, { action: 'extract-video', input }, { onStep })
  if (outcome.kind === 'error' && isTemporary(outcome.code)) {
    queue.update(url, { status: 'queued' })
    return false
  }
  const video = videoOf((outcome.kind === 'error' ? outcome.video : outcome.answer.video) ?? null)
  if (video) {
    const cache = videoCache(services.queries)
    cache.putFirst(video)
    cache.announce()
  }
  const result = { ...resultOf(outcome, video), videoId: video?.id ?? null }
  queue.update(url, result)
  if (quiet) announceQuietly(queue, result, { url, video })
  return true
}

/** Needs review: the link is kept and the person can help. Error: there is nothing to keep (spec-notes). */
function resultOf(outcome: AddOutcome, video: Video | null): Pick<ImportItem, 'status' | 'message'> {
  const isKept = video !== null
  switch (outcome.kind) {
    case 'accepted':
      return {
        status: 'saved',
        message: outcome.answer.duplicate ? m.duplicate() : listed(placeNames(outcome.answer, video)) || null,
      }
    case 'needs_confirmation':
      return { status: 'needs_review', message: m.import_confirm() }
    case 'weak_data':
      return { status: 'needs_review', message: m.weak_title() }
    case 'oembed_required':
      return { status: isKept ? 'needs_review' : 'error', message: m.import_unread() }
    default:
      return { status: isKept ? 'needs_review' : 'error', message: outcome.message }
  }
}

/** Announces the result of a link that was added offline; one that needs the person moves to the sheet. */
function announceQuietly(
  queue: ImportQueue,
  { status }: Pick<ImportItem, 'status'>,
  { url, video }: { readonly url: string; readonly video: Video | null },
): void {
  if (status === 'saved') {
    announceVideo(m.added(), video)
    queue.remove(url)
  } else queue.update(url, { quiet: false })
}
