import type { ExtractVideoInput, ExtractVideoResponse } from '@antojo/contract/ai'
import type { VideoRow } from '@antojo/contract/video-row'
import { readMapsLink } from '@antojo/domain/links/maps-link'
import { AppError } from '../../../core/app-error.ts'
import type { User } from '../../../core/request-scope.ts'
import { readPastedLink } from '../../../identify/evidence/find-link.ts'
import { biasOf, wordsOf } from '../../../identify/evidence/person-words.ts'
import { createStepRecorder, type Progress } from '../../../identify/evidence/step-recorder.ts'
import { presentCommon, presentIdentified } from '../present.ts'
import { finish, type FinishDeps } from './finish.ts'
import { type AddState, keepLink, type KeptPost, noLink, onPost, type Outcome } from './keep.ts'
import { savePlaceLink } from './place-link.ts'
import { readPost, type ReadDeps } from './read.ts'
import { resolvePost, type ResolveDeps } from './resolve.ts'

export type AddDeps = ReadDeps & ResolveDeps & FinishDeps

/** Observes an add: its steps, and the row as soon as the link is saved. */
export interface AddProgress {
  readonly step: Progress
  readonly saved: (video: VideoRow) => void
}

export interface AddRequest {
  readonly user: User
  readonly input: ExtractVideoInput
  /** Reads the post again, even when its row has a restaurant. */
  readonly force: boolean
  /** The person's search radius; default: that of the spec. */
  readonly radiusKm?: number | undefined
}

/**
 * An add, from the pasted link to the row with its restaurant: keep, read, resolve, finish. The link is saved first, so
 * that no later failure loses it.
 */
export async function addLink(
  deps: AddDeps,
  { user, input, force, radiusKm }: AddRequest,
  progress: AddProgress,
): Promise<Outcome<ExtractVideoResponse>> {
  const pasted = readPastedLink(input.videoUrl)
  if (!pasted.ok) return noLink(pasted)
  const { link } = pasted
  // A person who asks to read the post again does not want its row moved to the top instead.
  const moves = !force
  const kept = await keepLink(deps, { userId: user.id, link, words: wordsOf(input), moves })
  progress.saved(kept.video)
  return onPost(deps, { kept, link, moves }, (post) =>
    post.kept.isMoved
      ? alreadySaved(post, progress.step)
      : identify(deps, { ...post, force, bias: biasOf(input, radiusKm), isLater: false }, progress.step),
  )
}

/** Reads, resolves and finishes a kept post; an expected failure, such as a post that cannot be read, is a value. */
export async function identify(
  deps: AddDeps,
  state: AddState,
  progress: Progress,
): Promise<ExtractVideoResponse | AppError> {
  const place = readMapsLink(state.link.url)
  if (place !== null) return savePlaceLink(deps, state, place)
  const read = await readPost(deps, state, progress)
  if (read instanceof AppError) return read
  return finish(deps, await resolvePost(deps, read), progress)
}

/** Spec §4: a video that is already saved moves to the top and is not analysed again. */
function alreadySaved({ kept: { video }, link }: KeptPost, progress: Progress): ExtractVideoResponse {
  const steps = createStepRecorder(progress)
  for (const step of ['oembed', 'transcribe', 'ocr', 'extract', 'enrich'] as const) steps.skip(step)
  steps.start('save')({ state: 'done' })
  return {
    ...presentCommon(link.url, null, null, []),
    extracted_signals: { restaurantName: video.restaurant_name ?? '' },
    ok: true,
    accepted: true,
    ...presentIdentified(video, true),
  }
}
