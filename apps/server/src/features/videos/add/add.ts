import type { ExtractVideoInput, ExtractVideoResponse } from '@antojo/contract/ai'
import type { VideoRow } from '@antojo/contract/video-row'
import { readMapsLink } from '@antojo/domain/links/maps-link'
import { AppError } from '../../../core/app-error.ts'
import type { User } from '../../../core/request-scope.ts'
import { readPastedLink } from '../../../identify/evidence/find-link.ts'
import { biasOf, wordsOf } from '../../../identify/evidence/person-words.ts'
import { createStepRecorder, type Progress } from '../../../identify/evidence/step-recorder.ts'
import { presentCommon, presentIdentified } from '../present.ts'
import { searchRadiusOf } from '../repo.ts'
import { finish, type FinishDeps } from './finish.ts'
import { type AddState, keepLink, type KeptPost, noLink, onPost, type Outcome } from './keep.ts'
import { savePlaceLink } from './place-link.ts'
import { readFile, readPost, type ReadDeps } from './read.ts'
import { type ResolvedState, resolvePost, type ResolveDeps } from './resolve.ts'

export type AddDeps = ReadDeps & ResolveDeps & FinishDeps

/** Observes an add: its steps, and the row as soon as the link is saved. */
export interface AddProgress {
  readonly step: Progress
  readonly saved: (video: VideoRow) => void
}

export interface AddRequest {
  readonly user: User
  readonly input: ExtractVideoInput
  /** Asks anew, even when its row has a restaurant. The post is read again, unless the person says more about it. */
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
      : identify(
          deps,
          { ...post, force, rereads: force && !input.hints, bias: biasOf(input, radiusKm), isLater: false },
          progress.step,
        ),
  )
}

/**
 * Asks again, within the person's search radius; an uncertain answer becomes a question. The post is read again only when
 * the person says nothing new about it.
 */
export async function retryLink(
  deps: AddDeps,
  { user, input }: Pick<AddRequest, 'user' | 'input'>,
  progress: AddProgress,
): Promise<Outcome<ExtractVideoResponse>> {
  const radiusKm = await deps.database.asPerson(user.actor, (tx) => searchRadiusOf(tx, user.id))
  return addLink(deps, { user, input, force: true, radiusKm }, progress)
}

/** Reads, resolves and finishes a kept post; an expected failure, such as a post that cannot be read, is a value. */
export async function identify(
  deps: AddDeps,
  state: AddState,
  progress: Progress,
): Promise<ExtractVideoResponse | AppError> {
  const { placeUrl } = state.kept.words
  const place = readMapsLink(placeUrl ?? state.link.url)
  if (place !== null && placeUrl === undefined) return savePlaceLink(deps, { ...state, post: null }, place)
  const inFile = place === null ? await resolveFile(deps, state) : null
  if (inFile !== null) return finish(deps, inFile, progress)
  const read = await readPost(deps, state, progress)
  if (place !== null) {
    const post = read instanceof AppError ? null : read.post
    return savePlaceLink(deps, { ...state, post }, place)
  }
  if (read instanceof AppError) return read
  return finish(deps, await resolvePost(deps, read), progress)
}

/** The certain answer that the person's own file gives about a post, which then need not be read; null without one. */
async function resolveFile(deps: AddDeps, state: AddState): Promise<ResolvedState | null> {
  const inFile = state.force ? null : readFile(state.kept.words, state.bias)
  const resolved = inFile && (await resolvePost(deps, { ...state, ...inFile }))
  return resolved?.resolution.decision === 'accepted' ? resolved : null
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
