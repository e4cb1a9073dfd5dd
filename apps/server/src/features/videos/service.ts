import type {
  ConfirmPlaceInput,
  ConfirmPlaceResponse,
  ExtractVideoInput,
  ExtractVideoResponse,
} from '@antojo/contract/ai'
import type { VideoRow } from '@antojo/contract/video-row'
import type { Database } from '@antojo/db/database'
import type { Evidence, PlaceOption, Resolution } from '@antojo/identify/evidence'
import { placeId } from '@antojo/domain/places/place-facts'
import { readMapsLink } from '@antojo/domain/links/maps-link'
import type { Logger } from 'pino'
import type { GuardedFetch } from '../../adapters/http/guarded-fetch.ts'
import { AppError } from '../../core/app-error.ts'
import type { User } from '../../core/request-scope.ts'
import { biasOf, evidenceFor, inOrderOfPost, strict } from '../../identify/pipeline/accept.ts'
import { pipelineVersion } from '../../identify/evidence/timeouts.ts'
import { type PastedLink, type PostLink, readPastedLink } from '../../identify/evidence/find-link.ts'
import { type PersonWords, saysSomething, wordsOf } from '../../identify/evidence/person-words.ts'
import {
  isKeptById,
  isWithoutFacts,
  keptOption,
  keptResolution,
  optionsOf,
  wordsOfPost,
} from '../../adapters/places/kept-place.ts'
import { createStepRecorder, type Progress } from '../../identify/evidence/step-recorder.ts'
import type { JobQueue } from '../../core/job-queue.ts'
import type { Areas, WantedArea } from '../areas/service.ts'
import type { Analyses, SharedAnalysis } from '../analyses/service.ts'
import type { Corrections, PostToLearn } from '../corrections/service.ts'
import type { Places } from '../places/service.ts'
import { unreadable } from './errors.ts'
import {
  failureOf,
  followKept,
  type FollowedLink,
  keepLink,
  type KeptLink,
  leaveOpen,
} from './kept/kept-link.ts'
import { indexRevision, keepForLater, loadOpenRow, type OwnRow } from './kept/repo.ts'
import { openEnd, postColumns, presentCommon, presentOpen, presentRow } from './present.ts'
import { addPlaceLink } from './place-link.ts'
import { type DetailedOption, presentIdentified, presentSaved, RowGone, save } from './save.ts'
import { searchRadiusOf } from './repo.ts'

export interface VideosDeps {
  readonly database: Database
  readonly analyses: Analyses
  readonly places: Places
  readonly jobs: JobQueue
  readonly fetch: GuardedFetch
  readonly corrections: Corrections
  /** Fetches the places of an area of which the index knows next to nothing. */
  readonly areas: Pick<Areas, 'learn' | 'isOver'>
  readonly resolve: (evidence: Evidence) => Promise<Resolution>
  /** Names the configured services; open rows are read again when there is a new one. */
  readonly providers: string
  readonly log: Pick<Logger, 'warn'>
}

/** The watcher of an add: steps, and the row as soon as the link is saved. */
export interface AddProgress {
  readonly step: Progress
  readonly saved: (video: VideoRow) => void
}

export interface Videos {
  add(user: User, input: ExtractVideoInput, progress: AddProgress): Promise<ExtractVideoResponse>
  /** Reads the post again; an uncertain answer becomes a question. */
  retry(user: User, input: ExtractVideoInput, progress: AddProgress): Promise<ExtractVideoResponse>
  confirm(user: User, input: ConfirmPlaceInput): Promise<ConfirmPlaceResponse>
  /** Saves links of an import as open rows, which the upkeep of open rows identifies; the rows by canonical link. */
  keepForLater: typeof keepForLater
  /** Tries an open row again by itself; changes the row alone. */
  tryAgain(row: OwnRow): Promise<void>
}

export function createVideos(deps: VideosDeps): Videos {
  return {
    add: (user, input, progress) => addLink(deps, { user, input, force: false }, progress),
    retry: async (user, input, progress) => {
      const radiusKm = await deps.database.asSystem('read settings', (tx) => searchRadiusOf(tx, user.id))
      return addLink(deps, { user, input, force: true, radiusKm }, progress)
    },
    confirm: (user, input) => confirmLink(deps, user, input),
    keepForLater,
    tryAgain: (row) => tryAgain(deps, row),
  }
}

interface Add {
  readonly user: User
  readonly input: ExtractVideoInput
  readonly force: boolean
  /** The person's search radius; absent: the one of the spec. */
  readonly radiusKm?: number | undefined
}

/** The link is saved first, so that nothing that happens afterwards loses it. */
async function addLink(deps: VideosDeps, add: Add, progress: AddProgress): Promise<ExtractVideoResponse> {
  const { user, input, force } = add
  const pasted = linkIn(input.videoUrl)
  const moves = !force
  let kept = await keepLink(deps, { userId: user.id, link: pasted, words: wordsOf(input), moves })
  progress.saved(kept.video)
  try {
    const followed = await followKept(deps, kept, pasted, moves)
    kept = followed.kept
    const { link } = followed
    if (kept.isMoved) return alreadySaved({ kept, link }, progress.step)
    const bias = biasOf(input, add.radiusKm)
    return await addPost(deps, { kept, link, force, bias, isLater: false }, progress.step)
  } catch (error) {
    throw await failureOf(deps, kept, error)
  }
}

interface Post extends FollowedLink {
  readonly force: boolean
  readonly bias: Evidence['bias']
  /** Nobody waits for the answer: the row keeps its place, and a person who answered meanwhile is right. */
  readonly isLater: boolean
}

async function addPost(deps: VideosDeps, wanted: Post, progress: Progress): Promise<ExtractVideoResponse> {
  const { kept, link, force, bias } = wanted
  const place = readMapsLink(link.url)
  if (place !== null) return addPlaceLink(deps, { ...wanted, place })
  const since = new Date()
  const analysis = await deps.analyses.of(link, progress, { force })
  const post = analysis.kind === 'read' ? analysis.post : null
  const evidence = evidenceFor(kept.words, post, bias)
  if (post === null && evidence.texts.length === 0) throw unreadable(link, analysis)
  const own = await ownResolution(deps, kept.words, { analysis, evidence })
  const learned = await deps.corrections.applyTo(
    force ? strict(own) : own,
    postToLearn(link, evidence.texts),
    kept.userId,
  )
  const resolution = inOrderOfPost(learned, evidence)
  const common = presentCommon(link.url, post, resolution, analysis.steps)
  const steps = createStepRecorder(progress)
  const end = openEnd(resolution)
  if (end !== null) {
    const isNothing = end.state === 'unidentified' && !saysSomething(kept.words)
    if (post === null && isNothing) throw unreadable(link, analysis)
    steps.skip('enrich')
    steps.skip('save')
    const area = await areaToLearn(deps, resolution, since)
    const triedWith = post === null || area?.isComing === true ? null : await worldNow(deps)
    const storable = openEnd(keptResolution(resolution)) ?? end
    const result = {
      end: area?.isComing === true ? ({ state: 'learning', area: area.name } as const) : storable,
      post: postColumns(post),
      analysisId: analysis.id,
      triedWith,
      waitsFor: area?.id ?? null,
    }
    const video = await leaveOpen(deps, kept, result)
    // A fetch that ended before the row was written does not make its next try due.
    if (area?.isComing === true && (await deps.areas.isOver(area.id)))
      return addPost(deps, { ...wanted, force: false }, progress)
    return presentOpen(common, end, video)
  }
  const endEnrich = steps.start('enrich')
  const places = await Promise.all(distinct(resolution.places).map((option) => withDetails(deps, option)))
  endEnrich({ state: 'done', found: places[0]?.place.name ?? '' })
  const endSave = steps.start('save')
  const answer = { kept, link, post, resolution, places, analysis, isLater: wanted.isLater }
  const saved = await save(deps, { ...answer, decision: 'accepted', taught: [] })
  endSave({ state: 'done' })
  return { ...common, ok: true, accepted: true, ...presentSaved(deps, saved, answer) }
}

/** The area whose places may hold the answer. A failure must not lose the answer of the post. */
async function areaToLearn(
  { areas, log }: VideosDeps,
  { areas: named = [], reason }: Resolution,
  since: Date,
): Promise<WantedArea | null> {
  if (reason === 'not_a_restaurant_post') return null
  try {
    return await areas.learn(named, since)
  } catch (error) {
    log.warn({ err: error }, 'areas of a post not looked up')
    return null
  }
}

/**
 * The answer for this person alone: with their own words, and with their position where the post alone has no answer.
 * An earlier analysis without an answer is resolved again, because places may have been imported since. The words around
 * a link, which are often those of the app that shared it, leave an answer of the post alone.
 */
async function ownResolution(
  deps: VideosDeps,
  words: PersonWords,
  { analysis, evidence }: { analysis: SharedAnalysis; evidence: Evidence },
): Promise<Resolution> {
  const read = analysis.kind === 'read' ? analysis : null
  const said = saysSomething(words)
  const isNear = evidence.bias !== undefined
  // A stored question has no facts by which a person could choose.
  const isBare = read !== null && optionsOf(read.resolution).some(({ place }) => isWithoutFacts(place))
  const isMore = isNear || isBare || analysis.earlier || words.around !== undefined
  if (read && !said && (read.resolution.decision === 'accepted' || !isMore)) return read.resolution
  const resolved = await deps.resolve(evidence)
  const isOwn = said || isNear || (words.around !== undefined && resolved.decision !== 'weak_data')
  return read && !isOwn && !isBare && resolved.decision !== 'accepted' ? read.resolution : resolved
}

/** Tries an open row again; a failure is written to the row. The post is read again when there is a new way to read it. */
async function tryAgain(deps: VideosDeps, row: OwnRow): Promise<void> {
  const found = await deps.database.asSystem('load an open row', (tx) => loadOpenRow(tx, row))
  if (!found) return
  const video = presentRow(found.row)
  let kept: KeptLink = { ...row, video, wasIdentified: false, isMoved: false, words: found.words }
  try {
    const pasted = linkIn(video.video_url)
    const followed = await followKept(deps, kept, pasted)
    kept = followed.kept
    if (kept.wasIdentified) return
    const force = found.triedWith !== null && providersOf(found.triedWith) !== deps.providers
    await addPost(deps, { ...followed, force, bias: undefined, isLater: true }, () => undefined)
  } catch (error) {
    if (!(error instanceof RowGone)) await failureOf(deps, kept, error)
  }
}

/** What an answer depends on besides the post: a row is tried again when it has changed. */
export async function worldNow(deps: Pick<VideosDeps, 'database' | 'providers'>): Promise<string> {
  const revision = await deps.database.asSystem('read the revision of the index', indexRevision)
  return `${deps.providers}|${pipelineVersion}|${revision}`
}

function providersOf(world: string): string | undefined {
  return world.split('|')[0]
}

/** Spec §4: a video that is saved already moves to the top and is not analysed again. */
function alreadySaved({ kept: { video }, link }: FollowedLink, progress: Progress): ExtractVideoResponse {
  const steps = createStepRecorder(progress)
  for (const step of ['oembed', 'transcribe', 'ocr', 'extract', 'enrich'] as const) steps.skip(step)
  steps.start('save')({ state: 'done' })
  const common = presentCommon(link.url, null, null, [])
  const signals = { restaurantName: video.restaurant_name ?? '' }
  return {
    ...common,
    extracted_signals: signals,
    ok: true,
    accepted: true,
    ...presentIdentified(video, true),
  }
}

async function confirmLink(
  deps: VideosDeps,
  user: User,
  input: ConfirmPlaceInput,
): Promise<ConfirmPlaceResponse> {
  const pasted = linkIn(input.videoUrl)
  let kept = await keepLink(deps, { userId: user.id, link: pasted, words: {}, isAnswer: true })
  try {
    const followed = await followKept(deps, kept, pasted)
    kept = followed.kept
    return await confirmPlace(deps, { user, ...followed }, input)
  } catch (error) {
    throw await failureOf(deps, kept, error)
  }
}

async function confirmPlace(
  deps: VideosDeps,
  { user, kept, link }: FollowedLink & { user: User },
  input: ConfirmPlaceInput,
): Promise<ConfirmPlaceResponse> {
  const analysis = readMapsLink(link.url) === null ? await deps.analyses.of(link, () => undefined) : null
  const post = analysis?.kind === 'read' ? analysis.post : null
  const read = postToLearn(link, post?.texts ?? [])
  const resolution =
    analysis?.kind === 'read' ? await deps.corrections.applyTo(analysis.resolution, read, user.id) : null
  const ids = [...new Set([input.placeId, ...(input.placeIds ?? [])])]
  const places = await Promise.all(ids.map((id) => chosen(deps, id, resolution)))
  const stored = places.map((option) => keptOption(option, wordsOfPost(resolution)))
  const choice = { answer: resolution, places: stored.map(({ place }) => place) }
  const taught = await deps.corrections.taughtBy(user, read, choice)
  const answer = { kept, link, post, resolution, places, analysis, isLater: false }
  const saved = await save(deps, { ...answer, decision: 'confirmed', taught })
  const [first] = taught
  return {
    ok: true,
    accepted: true,
    ...presentSaved(deps, saved, answer),
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

async function withDetails({ places, log }: VideosDeps, option: PlaceOption): Promise<DetailedOption> {
  const id = placeId(option.place)
  // A learned place was read by its id when the correction was applied. Facts that may not be kept are not paid for.
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

function linkIn(text: string): PastedLink {
  const found = readPastedLink(text)
  if (!found.ok) throw new AppError(found.code, found.detail)
  return found.link
}
