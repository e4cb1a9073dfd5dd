import { randomUUID } from 'node:crypto'
import type { ExtractVideoResponse } from '@antojo/contract/ai'
import { retryWhileUnavailable } from '@antojo/db/retry-on-outage'
import type { Database, Tx } from '@antojo/db/database'
import { placeId } from '@antojo/domain/places/place-facts'
import type { PlaceOption, Resolution } from '@antojo/identify/evidence'
import type { Place } from '@antojo/places/place'
import { isKeptById, keptOption, keptResolution, wordsOfPost } from '../../../adapters/places/kept-place.ts'
import { AppError } from '../../../core/app-error.ts'
import type { JobQueue } from '../../../core/job-queue.ts'
import { hasHint } from '../../../identify/evidence/person-words.ts'
import type { PostEvidence } from '../../../identify/evidence/post-evidence.ts'
import { pipelineVersion } from '../../../identify/evidence/timeouts.ts'
import { createStepRecorder, type Progress } from '../../../identify/evidence/step-recorder.ts'
import type { SharedAnalysis } from '../../analyses/service.ts'
import type { Areas, WantedArea } from '../../areas/service.ts'
import type { Corrections } from '../../corrections/service.ts'
import type { Places } from '../../places/service.ts'
import { unreadable } from '../errors.ts'
import { enrichVideo } from '../jobs.ts'
import {
  choicesOf,
  newPlace,
  type OpenEnd,
  openEnd,
  placeColumns,
  postColumns,
  presentBest,
  presentCommon,
  presentOpen,
  presentRow,
  presentSuggestion,
} from '../present.ts'
import { languageOf, lockOpenRow, type SavedVideo, saveVideo, type VideoToSave } from '../repo.ts'
import { type KeepDeps, type KeptLink, type KeptPost, leaveOpen } from './keep.ts'
import { isElsewhere, type ResolvedState } from './resolve.ts'
import { findRowOfPlace, indexRevision, readRow } from './repo.ts'
import { unitePlaces } from '../twins/repo.ts'

export interface SaveDeps {
  readonly database: Database
  readonly places: Places
  readonly jobs: JobQueue
  readonly corrections: Pick<Corrections, 'write'>
}

export interface FinishDeps extends SaveDeps, KeepDeps {
  /** Fetches the places of an area that the index does not cover. */
  readonly areas: Pick<Areas, 'requestMissing' | 'endWait'>
  /** The names of the configured services; open rows are read again when there is a new one. */
  readonly providers: string
}

/** Writes the answer to the row: its restaurant, or the reason why the row stays open. */
export async function finish(
  deps: FinishDeps,
  state: ResolvedState,
  progress: Progress,
): Promise<ExtractVideoResponse | AppError> {
  const { link, post, resolution, analysis } = state
  const common = presentCommon(link.url, post, resolution, analysis?.steps ?? [])
  const steps = createStepRecorder(progress)
  const end = openEnd(resolution)
  if (end !== null) {
    const isNothing = end.state === 'unidentified' && !hasHint(state.kept.words)
    if (analysis?.kind === 'unread' && isNothing) return unreadable(link, analysis)
    steps.skip('enrich')
    steps.skip('save')
    return presentOpen(common, end, await leaveOpenWith(deps, state, end, await areaToLearn(deps, state)))
  }
  const toLearn = isElsewhere(resolution) ? await areaToLearn(deps, state) : null
  if (toLearn?.isComing === true) {
    steps.skip('enrich')
    steps.skip('save')
    const learning = { state: 'unidentified', reason: 'no_restaurant_name' } as const
    return presentOpen(common, learning, await leaveOpenWith(deps, state, learning, toLearn))
  }
  const endEnrich = steps.start('enrich')
  const places = await Promise.all(distinct(resolution.places).map((option) => withDetails(deps, option)))
  endEnrich({ state: 'done', found: places[0]?.place.name ?? '' })
  const endSave = steps.start('save')
  const saved = await save(deps, { ...state, places, decision: 'accepted', taught: [] })
  if (saved instanceof AppError) return saved
  endSave({ state: 'done' })
  return { ...common, ok: true, accepted: true, ...presentSaved(deps, saved, { ...state, places }) }
}

/** Leaves the row open. When places that may hold the answer can be fetched, it waits for them. */
async function leaveOpenWith(deps: FinishDeps, state: ResolvedState, end: OpenEnd, area: WantedArea | null) {
  const { kept, post, resolution, analysis } = state
  const isComing = area?.isComing === true
  const video = await leaveOpen(deps, kept, {
    end: isComing ? { state: 'learning', area: area.name } : (openEnd(keptResolution(resolution)) ?? end),
    post: postColumns(post),
    analysisId: analysis?.id ?? null,
    triedWith: analysis?.kind !== 'read' || isComing ? null : await answerDependencies(deps),
    waitsFor: area?.id ?? null,
    point: resolution.point,
  })
  // The fetch may have ended before the row recorded that it waits for it.
  if (isComing) await deps.areas.endWait(area.id)
  return video
}

/** The facts that an answer depends on besides the post: when they have changed, the row is tried again. */
export async function answerDependencies({
  database,
  providers,
}: Pick<FinishDeps, 'database' | 'providers'>): Promise<string> {
  const revision = await database.asSystem('read the revision of the index', indexRevision)
  return `${providers}|${pipelineVersion}|${revision}`
}

/** The area whose places may hold the answer. A failure must not lose the answer of the post. */
async function areaToLearn(
  { areas, log }: Pick<FinishDeps, 'areas' | 'log'>,
  { resolution: { areas: named = [], reason }, since, isLater }: ResolvedState,
): Promise<WantedArea | null> {
  if (reason === 'not_a_restaurant_post') return null
  try {
    return await areas.requestMissing(named, since, isLater)
  } catch (error) {
    log.warn({ err: error }, 'areas of a post not looked up')
    return null
  }
}

export interface DetailedOption extends PlaceOption {
  /** False when the provider failed; the job after the save then requests the details again. */
  readonly hasDetails: boolean
}

function distinct(options: readonly PlaceOption[]): PlaceOption[] {
  return [...new Map(options.map((option) => [placeId(option.place), option])).values()]
}

async function withDetails(
  { places, log }: Pick<FinishDeps, 'places' | 'log'>,
  option: PlaceOption,
): Promise<DetailedOption> {
  const id = placeId(option.place)
  // The place of a lesson was already read by its id when the lesson was applied. Facts that may not be stored are not
  // worth paying for.
  if (isKeptById(option.place) || option.why.some(({ kind }) => kind === 'correction'))
    return { ...option, hasDetails: true }
  try {
    const place = await places.byId(id)
    return { ...option, ...(place && { place }), hasDetails: true }
  } catch (error) {
    log.warn({ err: error, place: id }, 'place details unavailable, saved without them')
    return { ...option, hasDetails: false }
  }
}

export interface Save extends KeptPost {
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
 * makes the retry idempotent.
 */
export async function save(deps: SaveDeps, wanted: Save): Promise<SavedVideo | AppError> {
  const { kept, link, resolution, places, isLater } = wanted
  const { userId } = kept
  const words = wordsOfPost(resolution)
  const stored = places.map((option) => keptOption(option, words))
  const [first] = stored
  if (!first) return noPlace()
  const id = randomUUID()
  const saved = await retryWhileUnavailable(() =>
    deps.database.asSystem('save a video', async (tx) => {
      if (isLater && !(await lockOpenRow(tx, kept)))
        return new AppError('not_found', 'The row was identified or deleted meanwhile.')
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
      const row = await unitedWithKnown(tx, { ...wanted, id: video.id }, first.place)
      await deps.corrections.write(tx, wanted.taught)
      const job = { userId, videoId: video.id, needsDetails: !first.hasDetails }
      // A waiting job that does not read details must not displace one that does.
      const key = first.hasDetails ? video.id : `${video.id} details`
      await deps.jobs.enqueue(tx, enrichVideo, job, key)
      return { ...video, row: row ?? video.row }
    }),
  )
  deps.jobs.wake(enrichVideo.name)
  return saved
}

/**
 * The row with the record of the place that the person has already, from another source; null when the place is new to
 * them. A place that they chose instead of another one stays apart.
 */
async function unitedWithKnown(
  tx: Tx,
  { kept: { userId, wasIdentified }, decision, id, isLater }: Save & { readonly id: string },
  place: Place,
): Promise<unknown> {
  if (wasIdentified && decision === 'confirmed') return null
  const gone = placeId(place)
  const known = await findRowOfPlace(tx, { userId, id }, { ...place, id: gone, position: place })
  if (!known?.placeId || known.placeId === gone) return null
  await unitePlaces(tx, userId, { gone, kept: known.placeId })
  return readRow(tx, { userId, id }, { isLater })
}

/** The answer, with the saved row and its places. */
export function presentSaved(
  deps: Pick<SaveDeps, 'places'>,
  saved: SavedVideo,
  { kept, places }: { kept: KeptLink; places: readonly PlaceOption[] },
) {
  const [best, ...others] = places.map((option) => presentBest(option, deps.places.hoursOf))
  if (!best) throw noPlace()
  return {
    google_place_id: best.place_id,
    best,
    places: [best, ...others],
    video: presentRow(saved.row),
    duplicate: kept.wasIdentified,
  }
}

function noPlace(): AppError {
  return new AppError('insufficient_restaurant_data', 'There is no place to save.')
}
