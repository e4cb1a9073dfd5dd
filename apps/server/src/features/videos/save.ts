import { randomUUID } from 'node:crypto'
import type { BestPlace } from '@antojo/contract/ai'
import type { VideoRow } from '@antojo/contract/video-row'
import { retryWhileUnavailable } from '@antojo/db/retry-on-outage'
import type { Database } from '@antojo/db/database'
import type { PlaceOption, Resolution } from '@antojo/identify/evidence'
import { AppError } from '../../core/app-error.ts'
import type { JobQueue } from '../../core/job-queue.ts'
import type { PostEvidence } from '../../identify/evidence/post-evidence.ts'
import { keptOption, keptResolution, wordsOfPost } from '../../adapters/places/kept-place.ts'
import type { SharedAnalysis } from '../analyses/service.ts'
import type { Corrections } from '../corrections/service.ts'
import type { Places } from '../places/service.ts'
import { enrichVideo } from './jobs.ts'
import type { FollowedLink, KeptLink } from './kept/kept-link.ts'
import {
  choicesOf,
  newPlace,
  placeColumns,
  postColumns,
  presentBest,
  presentRow,
  presentSuggestion,
} from './present.ts'
import { languageOf, lockOpenRow, type SavedVideo, saveVideo, type VideoToSave } from './repo.ts'

export interface SaveDeps {
  readonly database: Database
  readonly places: Places
  readonly jobs: JobQueue
  readonly corrections: Pick<Corrections, 'write' | 'taughtBy'>
}

export interface DetailedOption extends PlaceOption {
  /** False when the provider failed; the job after the save then requests the details again. */
  readonly hasDetails: boolean
}

export interface Save extends FollowedLink {
  readonly isLater: boolean
  readonly post: PostEvidence | null
  readonly resolution: Resolution | null
  readonly places: readonly DetailedOption[]
  /** Null for a link that itself names its place. */
  readonly analysis: Pick<SharedAnalysis, 'id'> | null
  readonly decision: VideoToSave['decision']
  /** Corrections that follow from the person's choice. */
  readonly taught: Awaited<ReturnType<Corrections['taughtBy']>>
}

/**
 * Writes row, places, corrections and job in one transaction, and retries it while the database is unavailable; the id
 * makes the retry safe.
 */
export async function save(deps: SaveDeps, wanted: Save): Promise<SavedVideo> {
  const { kept, link, resolution, places, isLater } = wanted
  const { userId } = kept
  const words = wordsOfPost(resolution)
  const stored = places.map((option) => keptOption(option, words))
  const [first] = stored
  if (!first) throw new AppError('insufficient_restaurant_data', 'There is no place to save.')
  const id = randomUUID()
  const saved = await retryWhileUnavailable(() =>
    deps.database.asSystem('save a video', async (tx) => {
      if (isLater && !(await lockOpenRow(tx, kept))) throw new RowGone()
      const locale = await languageOf(tx, userId)
      const video = await saveVideo(tx, {
        id,
        userId,
        platform: link.platform,
        videoUrl: link.url,
        canonicalUrl: link.canonicalUrl,
        analysisId: wanted.analysis?.id ?? null,
        decision: wanted.decision,
        queriesUsed: resolution?.queries ?? [],
        cityHint: resolution?.cityHint ?? null,
        suggestions: resolution ? choicesOf(keptResolution(resolution)).map(presentSuggestion) : [],
        post: postColumns(wanted.post),
        place: placeColumns(first.place, first.confidence, { locale, hoursOf: deps.places.hoursOf }),
        places: stored.map(newPlace),
        staysInPlace: isLater,
      })
      await deps.corrections.write(tx, wanted.taught)
      const job = { userId, videoId: video.id, needsDetails: !first.hasDetails }
      // A waiting job without details must not displace one that reads them.
      const key = first.hasDetails ? video.id : `${video.id} details`
      await deps.jobs.enqueue(tx, enrichVideo, job, key)
      return video
    }),
  )
  deps.jobs.wake(enrichVideo.name)
  return saved
}

/** A row that a later try was for was identified or deleted meanwhile. */
export class RowGone extends Error {}

export function presentSaved(
  deps: Pick<SaveDeps, 'places'>,
  saved: SavedVideo,
  { kept, places }: { kept: KeptLink; places: readonly PlaceOption[] },
) {
  const [best, ...others] = places.map((option) => presentBest(option, deps.places.hoursOf))
  if (!best) throw new AppError('insufficient_restaurant_data', 'There is no place to save.')
  return {
    google_place_id: best.place_id,
    best,
    places: [best, ...others],
    video: presentRow(saved.row),
    duplicate: kept.wasIdentified,
  }
}

/** The answer with a row that is identified, for one that was not saved now or has no place of the index. */
export function presentIdentified(video: VideoRow, duplicate: boolean) {
  const best: BestPlace = {
    place_id: video.enrich_place_id ?? '',
    name: video.restaurant_name ?? '',
    formatted_address: video.restaurant_address ?? '',
    types: [],
    confidence: video.enrich_confidence ?? 1,
    why: [],
    ...(video.restaurant_rating === null ? {} : { rating: video.restaurant_rating }),
  }
  return { google_place_id: video.enrich_place_id, best, places: [best], video, duplicate }
}
