import type {
  BestPlace,
  CommonResponse,
  ConfirmCandidate,
  ExtractVideoResponse,
  WhyReason,
} from '@antojo/contract/ai'
import type { StepEvent } from '@antojo/contract/ai-events'
import { type CardRow, videoRow, type VideoRow } from '@antojo/contract/video-row'
import { cuisinesOfTypes } from '@antojo/domain/cuisine-labels'
import type { WeakReason } from '@antojo/domain/analysis'
import { dietTags } from '@antojo/domain/diet-tags'
import { priceLevel } from '@antojo/domain/price'
import { SPEC_LIMITS } from '@antojo/domain/places/spec-limits'
import type { PlaceOption, Resolution, Why } from '@antojo/identify/evidence'
import { placeId } from '@antojo/domain/places/place-facts'
import type { Place } from '@antojo/places/place'
import { isKeptById, isWithoutFacts } from '../../adapters/places/kept-place.ts'
import { defined } from '@antojo/domain/unknown-values'
import type { PostEvidence } from '../../identify/evidence/post-evidence.ts'
import { addressOf, type HoursOf, locationOf, mapsUrl } from '../places/service.ts'
import type { NewPlace, PlaceColumns, PostColumns } from './repo.ts'

/** The end of an analysis that found no certain place. */
export type OpenEnd =
  | { readonly state: 'question'; readonly question: readonly ConfirmCandidate[] }
  | { readonly state: 'unidentified'; readonly reason: WeakReason }

/** Pixels of a card's picture (spec §9). */
const CARD_WIDTH = 800
const MAX_LENGTHS = { title: 500, description: 5_000, creator: 200, url: 4_096 }

/** A row in the format of the data API. */
export function presentRow(row: unknown): VideoRow {
  return videoRow.parse(row)
}

export function presentBest({ place, confidence, why }: PlaceOption, hoursOf: HoursOf): BestPlace {
  const hours = hoursOf(place, 'es')
  return {
    place_id: placeId(place),
    name: place.name,
    formatted_address: addressOf(place),
    types: [...place.categories],
    ...positionOf(place),
    confidence,
    why: why.map(reason),
    ...defined({ rating: place.rating, price_level: place.priceLevel, opening_hours: hours }),
  }
}

export function presentCandidate({ place, confidence, why }: PlaceOption): ConfirmCandidate {
  return {
    place_id: placeId(place),
    name: place.name,
    formatted_address: addressOf(place),
    score: confidence,
    breakdown: breakdown(place, why),
    explanation: [...new Set(why.map(({ words }) => words))].join(' · '),
    why: why.map(reason),
    ...positionOf(place),
  }
}

function positionOf(place: Place): Partial<Pick<Place, 'lat' | 'lng'>> {
  return isWithoutFacts(place) ? {} : { lat: place.lat, lng: place.lng }
}

/** The choices of one question: the places of the video, then the alternatives of the first. */
export function choicesOf(resolution: Resolution): PlaceOption[] {
  const [first, ...others] = resolution.places
  const options = first ? [first, ...first.alternatives, ...others] : []
  const seen = new Set<string>()
  return options
    .filter(({ place }) => !seen.has(placeId(place)) && seen.add(placeId(place)))
    .slice(0, SPEC_LIMITS.maxOptions)
}

function breakdown(place: Place, why: readonly Why[]): ConfirmCandidate['breakdown'] {
  const has = (...kinds: Why['kind'][]): boolean => why.some(({ kind }) => kinds.includes(kind))
  const name = has('name', 'alias', 'correction')
    ? 1
    : has('misspelt-name')
      ? 0.8
      : has('partial-name', 'hashtag')
        ? 0.5
        : 0
  const geo = has('address', 'phone')
    ? 1
    : has('street', 'neighbourhood')
      ? 0.8
      : has('city', 'region')
        ? 0.5
        : 0
  const pop = Math.min((place.ratingCount ?? 0) / 500, 0.1)
  return { name, website: has('handle', 'creator') ? 1 : 0, geo, pop }
}

function reason({ kind, words, source, second }: Why): WhyReason {
  return { kind, words, source, ...defined({ second }) }
}

/** The columns that come from the post. */
export function postColumns(post: PostEvidence | null): PostColumns {
  const given = post?.thumbnail ?? null
  const thumbnail = given !== null && given.length <= MAX_LENGTHS.url ? given : null
  return {
    title: post?.title?.slice(0, MAX_LENGTHS.title).toWellFormed() ?? null,
    description: post?.description?.slice(0, MAX_LENGTHS.description).toWellFormed() ?? null,
    creator_name: post?.creator?.slice(0, MAX_LENGTHS.creator).toWellFormed() ?? null,
    provider_thumbnail_url: thumbnail,
    thumbnail_url: thumbnail === null ? null : ownPicture(thumbnail),
  }
}

/** The URL of our copy of a picture. Its fragment is a small preview, which the app shows while the picture loads. */
export function ownPicture(url: string, preview?: Buffer): string {
  const address = `/img?u=${encodeURIComponent(url)}&w=${CARD_WIDTH}`
  return preview ? `${address}#${preview.toString('base64url')}` : address
}

/** The columns that come from the place; `keptOption` made it storable. */
export function placeColumns(
  place: Place,
  confidence: number,
  options: { locale: string; hoursOf: HoursOf },
): PlaceColumns {
  const id = placeId(place)
  const named = {
    restaurant_name: place.name,
    enrich_place_name: place.name,
    google_maps_url: mapsUrl(place),
  }
  const known = {
    ...NOTHING_KEPT,
    ...named,
    diet_tags: [],
    enrich_place_id: id,
    enrich_confidence: confidence,
  }
  if (isKeptById(place)) return known
  const hours = options.hoursOf(place, options.locale)
  const address = addressOf(place) || null
  const types = [...place.cuisine, ...place.categories]
  return {
    ...known,
    restaurant_address: address,
    restaurant_location: locationOf(place),
    restaurant_cuisine: cuisinesOfTypes(types).join(', ') || null,
    diet_tags: dietTags(types),
    restaurant_rating: place.rating ?? null,
    user_ratings_total: place.ratingCount ?? null,
    restaurant_price_range: priceLevel(place.priceLevel),
    restaurant_phone: place.phone ?? null,
    restaurant_website: place.website ?? null,
    open_now: hours?.open_now ?? null,
    opening_hours_weekday_text: hours ? JSON.stringify(hours.weekday_text) : null,
    opening_hours: place.openingHours ?? null,
    time_zone: place.timeZone ?? null,
    enrich_place_address: address,
    enrich_place_lat: place.lat,
    enrich_place_lng: place.lng,
  }
}

/** A place stored by its id has no facts in the row; the web app requests them when a card is shown. */
const NOTHING_KEPT = {
  restaurant_address: null,
  restaurant_location: null,
  restaurant_cuisine: null,
  restaurant_rating: null,
  user_ratings_total: null,
  restaurant_price_range: null,
  restaurant_phone: null,
  restaurant_website: null,
  open_now: null,
  opening_hours_weekday_text: null,
  opening_hours: null,
  time_zone: null,
  enrich_place_address: null,
  enrich_place_lat: null,
  enrich_place_lng: null,
} as const satisfies Partial<Record<keyof CardRow, null>>

/** The columns that say which place a row has, without how sure that is. */
export const COLUMNS_OF_PLACE: readonly string[] = [
  ...Object.keys(NOTHING_KEPT),
  'restaurant_name',
  'enrich_place_name',
  'enrich_place_id',
  'google_maps_url',
  'diet_tags',
]

export function newPlace({ place, confidence, why }: PlaceOption): NewPlace {
  const evidence = JSON.stringify(why.map(reason))
  if (isKeptById(place)) {
    return { place_id: placeId(place), name: place.name, confidence, evidence }
  }
  return {
    place_id: placeId(place),
    name: place.name,
    address: addressOf(place) || null,
    location: locationOf(place),
    lat: place.lat,
    lng: place.lng,
    cuisine: cuisinesOfTypes([...place.cuisine, ...place.categories]),
    confidence,
    evidence,
  }
}

/** The parts that all outcomes share. */
export function presentCommon(
  url: string,
  post: PostEvidence | null,
  resolution: Resolution | null,
  steps: readonly StepEvent[],
): CommonResponse {
  const named = resolution?.mentions.find(
    ({ kind }) => kind === 'name' || kind === 'handle' || kind === 'hashtag',
  )
  return {
    originalVideoUrl: url,
    oembed: post?.oembed ?? null,
    extracted_signals: { restaurantName: resolution?.places[0]?.place.name ?? named?.text ?? null },
    signals: (resolution?.mentions ?? []).map(({ kind, text, source, second: at }) => ({
      kind,
      text,
      source,
      ...defined({ at }),
    })),
    whisper_attempted: steps.some(
      ({ step, state }) => step === 'transcribe' && (state === 'done' || state === 'failed'),
    ),
    whisper_transcript: post?.transcript?.text ?? null,
    transcription_service: post?.transcript?.service ?? null,
  }
}

/** How the answer leaves the row open; null for an accepted answer. */
export function openEnd(resolution: Resolution): OpenEnd | null {
  if (resolution.decision === 'weak_data' || resolution.places.length === 0) {
    return { state: 'unidentified', reason: resolution.reason ?? 'insufficient_restaurant_data' }
  }
  if (resolution.decision === 'accepted') return null
  return { state: 'question', question: choicesOf(resolution).map(presentCandidate) }
}

/** The answer with an identified row that was not saved by this request, or has no place of the index. */
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

/** The response when no place is known: a choice or `weak_data`. */
export function presentOpen(common: CommonResponse, end: OpenEnd, video: VideoRow): ExtractVideoResponse {
  const open = { ...common, ok: true, accepted: false, video, duplicate: false } as const
  if (end.state === 'question') return { ...open, needs_confirmation: true, top: [...end.question] }
  return { ...open, weak_data: true, reason: 'insufficient_restaurant_data', weak_reason: end.reason }
}

export function presentSuggestion(option: PlaceOption): unknown {
  const { place_id, name, formatted_address, score } = presentCandidate(option)
  return { place_id, name, address: formatted_address, enrich_confidence: score }
}
