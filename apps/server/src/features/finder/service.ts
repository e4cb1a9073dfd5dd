import type { QuerySynthInput, QuerySynthResponse } from '@antojo/contract/ai'
import type { Step, StepEvent } from '@antojo/contract/ai-events'
import type { FinderInput, FinderResponse, FinderResult } from '@antojo/contract/finder'
import type { Evidence, EvidenceText, PlaceOption, Resolution } from '@antojo/identify/evidence'
import { SPEC_LIMITS } from '@antojo/domain/places/spec-limits'
import { placeId } from '@antojo/domain/places/place-facts'
import type { Logger } from 'pino'
import type { GuardedFetch } from '../../adapters/http/guarded-fetch.ts'
import { isKeptById } from '../../adapters/places/kept-place.ts'
import type { LlmPort } from '../../adapters/llm/port.ts'
import { AppError } from '../../core/app-error.ts'
import { findPostLink } from '../../identify/evidence/find-link.ts'
import { createStepRecorder, type Progress } from '../../identify/evidence/step-recorder.ts'
import type { Analyses, SharedAnalysis } from '../analyses/service.ts'
import type { Corrections } from '../corrections/service.ts'
import type { Places } from '../places/service.ts'

export interface FinderDeps {
  readonly analyses: Pick<Analyses, 'of'>
  readonly corrections: Pick<Corrections, 'applyTo'>
  readonly places: Places
  readonly fetch: GuardedFetch
  readonly llm: LlmPort
  readonly resolve: (evidence: Evidence) => Promise<Resolution>
  readonly log: Pick<Logger, 'warn'>
}

export type Finder = ReturnType<typeof createFinder>

const MIN_HASHTAG_LENGTH = 3

export function createFinder(deps: FinderDeps) {
  return {
    /** `userId` is null for a guest. */
    find: (input: FinderInput, userId: string | null, progress: Progress) =>
      find(deps, { input, userId }, progress),
    querySynth: (input: QuerySynthInput) => querySynth(deps, input),
  }
}

async function find(
  deps: FinderDeps,
  { input, userId }: { readonly input: FinderInput; readonly userId: string | null },
  progress: Progress,
): Promise<FinderResponse> {
  const shared = await readPost(deps, input, progress)
  const evidence = evidenceOf(input, shared?.analysis ?? null)
  if (shared?.analysis.kind === 'unread' && evidence.texts.length === 0) {
    const { blocked, failure } = shared.analysis
    throw new AppError(blocked ?? failure.code, failure.detail)
  }
  const end = createStepRecorder(progress).start('search')
  const resolved = await deps.resolve(evidence)
  const resolution = shared
    ? await deps.corrections.applyTo(resolved, { ...shared.link, texts: evidence.texts }, userId)
    : resolved
  const options = optionsOf(resolution)
  const found = await Promise.all(options.map((option) => resultOf(deps, option, input.language ?? 'es')))
  const isGood = (options[0]?.confidence ?? 0) >= SPEC_LIMITS.finderConfidence
  end({ state: 'done', ...(isGood && found[0] ? { found: found[0].name } : {}) })
  const post = shared?.analysis.kind === 'read' ? shared.analysis.post : null
  return {
    ok: true,
    results: isGood ? found : [],
    possible: isGood ? [] : found,
    platform: shared?.link.platform ?? 'Other',
    title: post?.title ?? null,
    thumbnail: post?.thumbnail ?? null,
    frames_blocked: shared?.analysis.steps.some(framesBlocked) ?? false,
    transcribed: post?.transcript !== null && post !== null,
  }
}

/** The post of the link; null when the person gave the text of a screenshot instead of a link. */
async function readPost(deps: FinderDeps, input: FinderInput, progress: Progress) {
  if (input.mediaUrl.trim() === '' && (input.extraText ?? '').trim() !== '') return null
  const found = await findPostLink(deps.fetch, input.mediaUrl)
  if (!found.ok) throw new AppError(found.code, found.detail)
  const analysis = await deps.analyses.of(found.link, finderProgress(progress))
  return { link: found.link, analysis }
}

/** The steps of an analysis under the finder's names (spec §2): oEmbed, Probe, Frames, OCR; the finder adds Search. */
const FINDER_STEPS: Readonly<Partial<Record<Step, readonly Step[]>>> = {
  oembed: ['oembed'],
  transcribe: ['probe'],
  ocr: ['frames', 'ocr'],
}

function finderProgress(progress: Progress): Progress {
  return (event) => {
    for (const step of FINDER_STEPS[event.step] ?? []) progress({ ...event, step })
  }
}

/**
 * True when the platform refused the video, or its page has no video file. The cover may have been read nevertheless.
 */
function framesBlocked({ reason }: StepEvent): boolean {
  return reason === 'blocked' || reason === 'no_media'
}

/** The best options, best first and one per place; empty when adding the video would not ask about them either. */
function optionsOf(resolution: Resolution): PlaceOption[] {
  if (resolution.decision === 'weak_data') return []
  const seen = new Set<string>()
  return resolution.places
    .flatMap((place): PlaceOption[] => [place, ...place.alternatives])
    .filter(({ place }) => !seen.has(placeId(place)) && seen.add(placeId(place)))
    .toSorted((a, b) => b.confidence - a.confidence)
    .slice(0, SPEC_LIMITS.maxFinderResults)
}

/**
 * When a provider fails, the result lacks its details but keeps its place. Details that cost money are requested only
 * when it is opened.
 */
async function resultOf(
  { places, log }: FinderDeps,
  { place, confidence, why }: PlaceOption,
  language: 'es' | 'en',
): Promise<FinderResult> {
  const details = isKeptById(place)
    ? null
    : await places.details(placeId(place), language).catch((error: unknown) => {
        log.warn({ err: error, place: placeId(place) }, 'place details unavailable, found without them')
        return null
      })
  return {
    placeId: placeId(place),
    name: place.name,
    address: details?.formatted_address ?? place.address ?? '',
    confidence,
    reasons: why.map(({ words }) => words),
    cuisine: details?.cuisine ?? [],
    hours: details?.opening_hours?.weekday_text ?? [],
    lat: place.lat,
    lng: place.lng,
    ...(details?.rating === undefined ? {} : { rating: details.rating }),
    ...(details?.website === undefined ? {} : { website: details.website }),
    ...(details?.url === undefined ? {} : { url: details.url }),
    ...(details?.formatted_phone_number === undefined ? {} : { phone: details.formatted_phone_number }),
    ...(details?.opening_hours?.open_now === undefined ? {} : { openNow: details.opening_hours.open_now }),
    ...(details?.price_level === undefined ? {} : { priceLevel: details.price_level }),
  }
}

function evidenceOf(input: FinderInput, analysis: SharedAnalysis | null): Evidence {
  const tags = hashtags(input.hashtags ?? '')
  const own = [input.caption ?? '', tags.map((tag) => `#${tag}`).join(' '), input.extraText ?? '']
  const texts = own
    .filter((text) => text.trim() !== '')
    .map((text): EvidenceText => ({ source: 'user-hint', text }))
  const post = analysis?.kind === 'read' ? analysis.post.texts : []
  return { texts: [...post, ...texts], ...hintOf(input.cityHint ?? '') }
}

/** The hint is a name, or `lat,lng` with an optional radius in kilometres (spec §5). */
function hintOf(hint: string): Pick<Evidence, 'cityHint' | 'area'> {
  const [lat, lng, radiusKm = SPEC_LIMITS.searchRadiusKm] = hint.split(',').map(Number)
  if (/\p{L}/u.test(hint)) return { cityHint: hint.trim() }
  if (lat === undefined || lng === undefined || ![lat, lng, radiusKm].every(Number.isFinite)) return {}
  return radiusKm > 0 ? { area: { lat, lng, radiusKm } } : {}
}

/** Spec §5: splits on commas and spaces, and drops tags of two characters or fewer. */
function hashtags(text: string): string[] {
  return text
    .split(/[\s,]+/u)
    .map((tag) => tag.replace(/^#/u, ''))
    .filter((tag) => tag.length >= MIN_HASHTAG_LENGTH)
}

/** Search phrases for the texts, from the language model and from the rules; empty when neither finds any. */
async function querySynth(deps: FinderDeps, input: QuerySynthInput): Promise<QuerySynthResponse> {
  const tags = Array.isArray(input.hashtags) ? input.hashtags : hashtags(input.hashtags ?? '')
  const given: [EvidenceText['source'], string | undefined][] = [
    ['title', input.title],
    ['description', input.description],
    ['hashtag', tags.map((tag) => `#${tag.replace(/^#/u, '')}`).join(' ')],
    ['ocr', input.ocr],
  ]
  const texts = given.flatMap(([source, text]): EvidenceText[] => (text?.trim() ? [{ source, text }] : []))
  const hint = input.cityHint?.trim() ? { cityHint: input.cityHint.trim() } : {}
  const resolved = await deps.resolve({ texts, ...hint }).then(
    (resolution) => ({ resolution }),
    (error: unknown) => ({ error }),
  )
  const proposed = deps.llm.available ? await deps.llm.queries(texts) : null
  const fromModel = proposed?.kind === 'found' ? proposed : null
  // The model's phrases alone are an answer; without them, an outage must not look like "nothing found".
  if ('error' in resolved && fromModel === null) throw resolved.error
  if ('error' in resolved) deps.log.warn({ err: resolved.error }, 'search phrases from the model alone')
  const resolution = 'resolution' in resolved ? resolved.resolution : null
  const city = input.cityHint?.trim() || (fromModel?.cityHint ?? resolution?.cityHint ?? null)
  const names = resolution?.mentions
    .filter(({ kind }) => kind === 'name' || kind === 'handle')
    .map(({ text }) => text)
  const queries = [...(fromModel?.queries ?? []), ...(names ?? [])].map((query) =>
    city ? `${query} ${city}` : query,
  )
  return {
    ok: true,
    queries: [...new Set(queries)].slice(0, SPEC_LIMITS.maxFinderPhrases),
    city_hint: city,
    banned_terms: [],
    notes: fromModel ? 'model' : 'rules',
  }
}
