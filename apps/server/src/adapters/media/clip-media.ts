import type { Budgets } from '../../core/budgets.ts'
import { currentAsker, isGuest } from '../../core/asker.ts'
import type { ClipReader } from '../decoder/clips/clip-reader.ts'
import type { FetchFailureReason, GuardedFetch } from '../http/guarded-fetch.ts'
import { makeMediaFile } from './media-file.ts'
import type { FramesOutcome, MediaFile, MediaNone, MediaOutcome, MediaPort } from './port.ts'

const FETCH_TIMEOUT_MS = 20_000
const MAX_CLIP_BYTES = 80 * 1024 * 1024
/** Guests only try the product, for which a short clip is enough. */
const MAX_GUEST_CLIP_BYTES = 25 * 1024 * 1024
const MAX_SECONDS = 90
const MAX_FRAMES = 40

const REASONS: Readonly<Record<FetchFailureReason, MediaNone['reason']>> = {
  bad_url: 'broken',
  private_address: 'blocked',
  redirect_loop: 'broken',
  timeout: 'timeout',
  too_large: 'too_large',
  network: 'broken',
  aborted: 'timeout',
  overloaded: 'timeout',
}

interface ClipMediaDeps {
  readonly fetch: GuardedFetch
  readonly clips: ClipReader
  readonly budgets: Pick<Budgets, 'enter'>
}

/**
 * Fetches the clip from the URL on the post's page and extracts its frames. The turn ends when the file is disposed of.
 */
export function createClipMedia({ fetch, clips, budgets }: ClipMediaDeps): MediaPort {
  return {
    fetch: async (videoUrl, signal) => {
      if (videoUrl === null) return { kind: 'none', reason: 'no_media' }
      const release = await budgets.enter('clip', { signal })
      if (typeof release === 'string') return { kind: 'none', reason: 'timeout' }
      const file = await makeMediaFile(release)
      const fetched = await fetchClip(fetch, videoUrl, file, signal).catch(async (error: unknown) => {
        await file.dispose()
        throw error
      })
      if (fetched.kind === 'none') await file.dispose()
      return fetched
    },
    frames: (file, signal) => framesOf(clips, file, signal),
  }
}

/** Writes the clip straight to the file, so that it is never in memory. */
async function fetchClip(
  fetch: GuardedFetch,
  url: string,
  file: MediaFile,
  signal: AbortSignal,
): Promise<MediaOutcome> {
  const maxBytes = isGuest(currentAsker()) ? MAX_GUEST_CLIP_BYTES : MAX_CLIP_BYTES
  const answer = await fetch({ url, timeoutMs: FETCH_TIMEOUT_MS, maxBytes, toFile: file.path, signal })
  if (!answer.ok) return { kind: 'none', reason: REASONS[answer.reason] }
  if (answer.status !== 200) return { kind: 'none', reason: answer.status === 403 ? 'blocked' : 'no_media' }
  if (!/^(video|application\/octet-stream)/.test(answer.headers.get('content-type') ?? 'video'))
    return { kind: 'none', reason: 'no_media' }
  return { kind: 'found', file }
}

async function framesOf(clips: ClipReader, file: MediaFile, signal: AbortSignal): Promise<FramesOutcome> {
  const taken = await clips.frames(file.path, { maxSeconds: MAX_SECONDS, maxFrames: MAX_FRAMES }, signal)
  if (taken.ok) return { kind: 'found', frames: taken.frames }
  if (taken.reason === 'aborted' || taken.reason === 'too_slow') return { kind: 'none', reason: 'timeout' }
  return { kind: 'none', reason: taken.reason === 'too_large' ? 'too_large' : 'broken' }
}
