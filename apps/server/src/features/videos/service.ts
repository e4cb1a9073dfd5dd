import { randomUUID } from 'node:crypto'
import type {
  ConfirmPlaceInput,
  ConfirmPlaceResponse,
  ExtractVideoInput,
  ExtractVideoResponse,
} from '@antojo/contract/ai'
import { retryWhileUnavailable } from '@antojo/db/retry-on-outage'
import type { Database } from '@antojo/db/database'
import type { Evidence, PlaceOption, Resolution } from '@antojo/identify/evidence'
import type { Link } from '@antojo/domain/links/link'
import { placeId } from '@antojo/domain/places/place-facts'
import type { Logger } from 'pino'
import type { GuardedFetch } from '../../adapters/http/guarded-fetch.ts'
import { AppError } from '../../core/app-error.ts'
import type { User } from '../../core/request-scope.ts'
import { evidenceFor, hasHints, inOrderOfPost, strict } from '../../identify/accept.ts'
import { findPostLink } from '../../identify/find-link.ts'
import type { PostEvidence } from '../../identify/post-evidence.ts'
import { createStepRecorder, type Progress } from '../../identify/step-recorder.ts'
import type { JobQueue } from '../../core/job-queue.ts'
import type { Analyses, SharedAnalysis } from '../analyses/service.ts'
import type { Corrections, PostToLearn } from '../corrections/service.ts'
import type { Places } from '../places/service.ts'
import { unreadable } from './errors.ts'
import { enrichVideo } from './jobs.ts'
import {
  choicesOf,
  newPlace,
  placeColumns,
  postColumns,
  presentBest,
  presentCommon,
  presentRow,
  presentSuggestion,
  presentUnanswered,
} from './present.ts'
import {
  languageOf,
  findOwnVideo,
  moveToTop,
  type SavedVideo,
  saveVideo,
  searchRadiusOf,
  type VideoToSave,
} from './repo.ts'

export interface VideosDeps {
  readonly database: Database
  readonly analyses: Analyses
  readonly places: Places
  readonly jobs: JobQueue
  readonly fetch: GuardedFetch
  readonly corrections: Corrections
  readonly resolve: (evidence: Evidence) => Promise<Resolution>
  readonly log: Pick<Logger, 'warn'>
}

type PostLink = Extract<Link, { kind: 'video' | 'page' }>

export interface Videos {
  add(user: User, input: ExtractVideoInput, progress: Progress): Promise<ExtractVideoResponse>
  /** Reads the post again; an uncertain answer becomes a question. */
  retry(user: User, input: ExtractVideoInput, progress: Progress): Promise<ExtractVideoResponse>
  confirm(user: User, input: ConfirmPlaceInput): Promise<ConfirmPlaceResponse>
}

export function createVideos(deps: VideosDeps): Videos {
  return {
    add: async (user, input, progress) => {
      const link = await linkOf(deps, input.videoUrl)
      const known = await alreadySaved(deps, user, link, progress)
      return known ?? addPost(deps, { user, input, link, force: false }, progress)
    },
    retry: async (user, input, progress) => {
      const link = await linkOf(deps, input.videoUrl)
      const radiusKm = await deps.database.asSystem('read settings', (tx) => searchRadiusOf(tx, user.id))
      return addPost(deps, { user, input, link, force: true, radiusKm }, progress)
    },
    confirm: (user, input) => confirmPlace(deps, user, input),
  }
}

interface Add {
  readonly user: User
  readonly input: ExtractVideoInput
  readonly link: PostLink
  readonly force: boolean
  /** The person's search radius; absent: the one of the spec. */
  readonly radiusKm?: number | undefined
}

async function addPost(deps: VideosDeps, add: Add, progress: Progress): Promise<ExtractVideoResponse> {
  const { user, input, link, force } = add
  const analysis = await deps.analyses.of(link, progress, { force })
  if (analysis.kind === 'unread' && !hasHints(input)) throw unreadable(link, analysis)
  const post = analysis.kind === 'read' ? analysis.post : null
  const evidence = evidenceFor(input, post, add.radiusKm)
  const own = await ownResolution(deps, input, { analysis, evidence })
  const learned = await deps.corrections.applyTo(
    force ? strict(own) : own,
    postToLearn(link, evidence.texts),
    user.id,
  )
  const resolution = inOrderOfPost(learned, evidence)
  const common = presentCommon(link.url, post, resolution, analysis.steps)
  const steps = createStepRecorder(progress)
  const open = presentUnanswered(common, resolution)
  if (open !== null) {
    steps.skip('enrich')
    steps.skip('save')
    return open
  }
  const endEnrich = steps.start('enrich')
  const places = await Promise.all(distinct(resolution.places).map((option) => withDetails(deps, option)))
  endEnrich({ state: 'done', found: places[0]?.place.name ?? '' })
  const endSave = steps.start('save')
  const answer = { user, link, post, resolution, places, analysis }
  const saved = await save(deps, { ...answer, decision: 'accepted', taught: [] })
  endSave({ state: 'done' })
  return { ...common, ok: true, accepted: true, ...presentSaved(deps, saved, places) }
}

/**
 * The answer for this person alone: with their own words, and with their position where the post alone has no answer.
 * An earlier analysis without an answer is resolved again, because places may have been imported since.
 */
async function ownResolution(
  deps: VideosDeps,
  input: ExtractVideoInput,
  { analysis, evidence }: { analysis: SharedAnalysis; evidence: Evidence },
): Promise<Resolution> {
  const read = analysis.kind === 'read' ? analysis : null
  const own = hasHints(input)
  const near = input.biasLat !== undefined
  if (read && !own && (read.resolution.decision === 'accepted' || !(near || analysis.earlier))) {
    return read.resolution
  }
  const resolved = await deps.resolve(evidence)
  return read && !own && !near && resolved.decision !== 'accepted' ? read.resolution : resolved
}

/** Spec §4: a video that is saved already moves to the top and is not analysed again. */
async function alreadySaved(
  deps: VideosDeps,
  user: User,
  link: PostLink,
  progress: Progress,
): Promise<ExtractVideoResponse | null> {
  const row = await retryWhileUnavailable(() =>
    deps.database.withActor(user.actor, async (tx) => {
      const own = await findOwnVideo(tx, user.id, link.canonicalUrl)
      return own && own.restaurant_name !== null ? moveToTop(tx, user.id, own.id) : undefined
    }),
  )
  if (row === undefined) return null
  const video = presentRow(row)
  const steps = createStepRecorder(progress)
  for (const step of ['oembed', 'transcribe', 'ocr', 'extract', 'enrich'] as const) steps.skip(step)
  steps.start('save')({ state: 'done' })
  const best = {
    place_id: video.enrich_place_id ?? '',
    name: video.restaurant_name ?? '',
    formatted_address: video.restaurant_address ?? '',
    types: [],
    confidence: video.enrich_confidence ?? 1,
    why: [],
    ...(video.restaurant_rating === null ? {} : { rating: video.restaurant_rating }),
  }
  const common = presentCommon(link.url, null, null, [])
  const answer = { google_place_id: video.enrich_place_id, best, places: [best], video, duplicate: true }
  return { ...common, extracted_signals: { restaurantName: best.name }, ok: true, accepted: true, ...answer }
}

async function confirmPlace(
  deps: VideosDeps,
  user: User,
  input: ConfirmPlaceInput,
): Promise<ConfirmPlaceResponse> {
  const link = await linkOf(deps, input.videoUrl)
  const analysis = await deps.analyses.of(link, () => undefined)
  const post = analysis.kind === 'read' ? analysis.post : null
  const read = postToLearn(link, post?.texts ?? [])
  const resolution =
    analysis.kind === 'read' ? await deps.corrections.applyTo(analysis.resolution, read, user.id) : null
  const ids = [...new Set([input.placeId, ...(input.placeIds ?? [])])]
  const places = await Promise.all(ids.map((id) => chosen(deps, id, resolution)))
  const choice = { answer: resolution, places: places.map(({ place }) => place) }
  const taught = await deps.corrections.taughtBy(user, read, choice)
  const chosenPlaces = { user, link, post, resolution, places, analysis }
  const saved = await save(deps, { ...chosenPlaces, decision: 'confirmed', taught })
  const [first] = taught
  return {
    ok: true,
    accepted: true,
    ...presentSaved(deps, saved, places),
    ...(first && { taught: { name: first.lesson.name, creator: first.creatorName } }),
  }
}

function postToLearn({ platform, canonicalUrl }: PostLink, texts: PostToLearn['texts']): PostToLearn {
  return { platform, canonicalUrl, texts }
}

/** A place that the person chose is certain; it keeps the reasons of the analysis. */
async function chosen(deps: VideosDeps, id: string, resolution: Resolution | null): Promise<DetailedOption> {
  const place = await deps.places.byId(id)
  if (!place) throw new AppError('place_not_found', `No place ${id}.`)
  const options = resolution?.places.flatMap((option) => [option, ...option.alternatives]) ?? []
  const why = options.find((option) => placeId(option.place) === id)?.why ?? []
  return { place, confidence: 1, why, hasDetails: true }
}

function distinct(options: readonly PlaceOption[]): PlaceOption[] {
  return [...new Map(options.map((option) => [placeId(option.place), option])).values()]
}

interface DetailedOption extends PlaceOption {
  /** False when the provider failed; the job after the save then requests the details again. */
  readonly hasDetails: boolean
}

async function withDetails({ places, log }: VideosDeps, option: PlaceOption): Promise<DetailedOption> {
  const id = placeId(option.place)
  // A learned place was read by its id when the correction was applied.
  if (option.why.some(({ kind }) => kind === 'correction')) return { ...option, hasDetails: true }
  try {
    const place = await places.byId(id)
    return { ...option, ...(place && { place }), hasDetails: true }
  } catch (error) {
    log.warn({ err: error, place: id }, 'place details unavailable, saved without them')
    return { ...option, hasDetails: false }
  }
}

interface Save {
  readonly user: User
  readonly link: PostLink
  readonly post: PostEvidence | null
  readonly resolution: Resolution | null
  readonly places: readonly DetailedOption[]
  readonly analysis: SharedAnalysis
  readonly decision: VideoToSave['decision']
  /** Corrections that follow from the person's choice. */
  readonly taught: Awaited<ReturnType<Corrections['taughtBy']>>
}

/**
 * Writes row, places, corrections and job in one transaction, and retries it while the database is unavailable; the id
 * makes the retry safe.
 */
async function save(deps: VideosDeps, wanted: Save): Promise<SavedVideo> {
  const { user, link, resolution, places } = wanted
  const [first] = places
  if (!first) throw new AppError('insufficient_restaurant_data', 'There is no place to save.')
  const id = randomUUID()
  const saved = await retryWhileUnavailable(() =>
    deps.database.asSystem('save a video', async (tx) => {
      const locale = await languageOf(tx, user.id)
      const video = await saveVideo(tx, {
        id,
        userId: user.id,
        platform: link.platform,
        videoUrl: link.url,
        canonicalUrl: link.canonicalUrl,
        analysisId: wanted.analysis.id,
        decision: wanted.decision,
        queriesUsed: resolution?.queries ?? [],
        cityHint: resolution?.cityHint ?? null,
        suggestions: resolution ? choicesOf(resolution).map(presentSuggestion) : [],
        post: postColumns(wanted.post),
        place: placeColumns(first.place, first.confidence, { locale, hoursOf: deps.places.hoursOf }),
        places: places.map(({ place, confidence, why }) => newPlace(place, confidence, why)),
      })
      await deps.corrections.write(tx, wanted.taught)
      const job = { userId: user.id, videoId: video.id, needsDetails: !first.hasDetails }
      // A waiting job without details must not displace one that reads them.
      const key = first.hasDetails ? video.id : `${video.id} details`
      await deps.jobs.enqueue(tx, enrichVideo, job, key)
      return video
    }),
  )
  deps.jobs.wake(enrichVideo.name)
  return saved
}

function presentSaved(deps: VideosDeps, saved: SavedVideo, options: readonly PlaceOption[]) {
  const [best, ...others] = options.map((option) => presentBest(option, deps.places.hoursOf))
  if (!best) throw new AppError('insufficient_restaurant_data', 'There is no place to save.')
  return {
    google_place_id: best.place_id,
    best,
    places: [best, ...others],
    video: presentRow(saved.row),
    duplicate: saved.duplicate,
  }
}

async function linkOf(deps: VideosDeps, text: string): Promise<PostLink> {
  const found = await findPostLink(deps.fetch, text)
  if (!found.ok) throw new AppError(found.code, found.detail)
  return found.link
}
