import type { CardRow } from '@antojo/contract/video-row'
import { ENRICH_STATES, IDENTIFY_STATES } from '@antojo/domain/analysis'
import { cuisinesOfText } from '@antojo/domain/cuisine-labels'
import type { Destination } from '@antojo/domain/directions'
import { statusAt, type HoursStatus } from '@antojo/domain/hours/hours'
import { hoursLines } from '@antojo/domain/hours/hours-text'
import { weekOf } from '@antojo/domain/hours/hours-week'
import { webAddress } from '@antojo/domain/links/web-address'
import { platformOfUrl } from '@antojo/domain/platforms/platform'
import { priceRange } from '@antojo/domain/price'
import { VISIBILITIES } from '@antojo/domain/sharing'
import { isRecord, oneOf } from '@antojo/domain/unknown-values'

/** A saved video, as the screens use it: missing facts are null, never 'N/A' or empty. */
export interface Video extends Readonly<ReturnType<typeof factsOf>> {
  /** The list through which the viewer reads the video; null for their own collection. */
  readonly listId: string | null
  /** A picture of each video of the place, on a card that stands for several. */
  readonly film?: readonly string[]
}

export type Place = Readonly<ReturnType<typeof placeOf>>

const POST = 'id,user_id,created_at,platform,video_url'
const PICTURES = 'thumbnail_url,provider_thumbnail_url,places_photo_url,photo_attribution_html'
const VIEWS = 'title,creator_name,views,likes'
const NAMES = 'restaurant_name,restaurant_address,restaurant_location,restaurant_cuisine'
const FACTS =
  'restaurant_rating,user_ratings_total,restaurant_price_range,restaurant_phone,restaurant_website'
const HOURS = 'diet_tags,google_maps_url,open_now,opening_hours_weekday_text,opening_hours,time_zone,reviews'
const DISH = 'extracted_dish_name,extracted_ingredients,extracted_estimated_price,extracted_price_currency'
const PLACE =
  'visibility,enrich_place_id,enrich_place_name,enrich_place_address,enrich_place_lat,enrich_place_lng'
const ENRICH = 'enrich_confidence,enrich_state,enrich_progress'
const IDENTIFY =
  'identify_state,identify_reason,identify_area,identify_question,identified_at,place_key,place_news'

type NamesIn<List> = List extends `${infer Name},${infer Rest}` ? Name | NamesIn<Rest> : List
type ListOf<Names, List> = [Names, NamesIn<List>] extends [NamesIn<List>, Names] ? List : never

const columns =
  `${POST},${PICTURES},${VIEWS},${NAMES},${FACTS},${HOURS},${DISH},${PLACE},${ENRICH},${IDENTIFY}` as const
/** The columns that a video is read from. The type makes a missing or an extra one a compile error. */
export const VIDEO_COLUMNS: ListOf<keyof CardRow, typeof columns> = columns

type Row = Readonly<Partial<Record<keyof CardRow, unknown>>>

/** Reads a row of `videos`; null for an invalid one. */
export function videoOf(row: unknown): Video | null {
  if (!isRow(row) || typeof row.id !== 'string' || typeof row.video_url !== 'string') return null
  return { ...factsOf(row, row.id, row.video_url), listId: null }
}

function factsOf(row: Row, id: string, url: string) {
  const images = [row.thumbnail_url, row.provider_thumbnail_url, row.places_photo_url].map(text)
  return {
    id,
    /** Id of the owner; empty when the list hides its creator. */
    userId: text(row.user_id) ?? '',
    createdAt: new Date(text(row.created_at) ?? Number.NaN),
    platform: platformOfUrl(url),
    url,
    title: text(row.title),
    creator: text(row.creator_name),
    images: [...new Set(images.filter((image) => image !== null))],
    photoAttribution: text(row.photo_attribution_html),
    views: number(row.views),
    likes: number(row.likes),
    place: placeOf(row),
    dish: {
      name: text(row.extracted_dish_name),
      ingredients: strings(row.extracted_ingredients),
      price: number(row.extracted_estimated_price) || null,
      /** ISO 4217; null when the video does not name one. */
      currency: text(row.extracted_price_currency),
    },
    /** As the row has them; `reviewsOf` reads them where they are shown. */
    reviews: row.reviews,
    visibility: oneOf(VISIBILITIES, row.visibility, 'private'),
    enrichState: oneOf(ENRICH_STATES, row.enrich_state, 'none'),
    enrichProgress: number(row.enrich_progress),
    /** Only an identified video is a place; the others are open. */
    identifyState: oneOf(IDENTIFY_STATES, row.identify_state, 'identified'),
    /** The code that says why nothing is known. */
    identifyReason: text(row.identify_reason),
    /** The area whose places the server is fetching for the video. */
    identifyArea: text(row.identify_area),
    /** The candidates of the pending question, not yet validated. */
    identifyQuestion: row.identify_question,
  }
}

/** True while the place of the video is not known. Copies that are older than this state have none. */
export function isOpenVideo({ identifyState }: Video): boolean {
  return identifyState === 'running' || identifyState === 'question' || identifyState === 'unidentified'
}

export function isEnriching({ enrichState }: Video): boolean {
  return enrichState === 'pending' || enrichState === 'running'
}

/** Tells the place of a video from others. A place that nothing identifies is known by its video. */
export function placeKeyOf({ id, place }: Video): string {
  return place.key ?? id
}

/** The facts of the place in a row; all of them unknown for an empty one. */
export function placeOf(row: Row) {
  const news = isRecord(row.place_news) ? row.place_news : null
  const isClosed = news?.['closed'] === true
  return {
    id: text(row.enrich_place_id),
    /** Equal for all videos of the place; null when nothing identifies it. */
    key: text(row.place_key),
    /** Null while the restaurant is unknown. */
    name: text(row.restaurant_name) ?? text(row.enrich_place_name),
    address: text(row.restaurant_address) ?? text(row.enrich_place_address),
    location: text(row.restaurant_location),
    lat: coordinate(row.enrich_place_lat),
    lng: coordinate(row.enrich_place_lng),
    cuisines: cuisinesOfText(text(row.restaurant_cuisine)),
    diets: strings(row.diet_tags),
    /** 0–5; null when nobody rated it (an invalid rating is 0 and counts as none, spec-notes). */
    rating: number(row.restaurant_rating) || null,
    ratingCount: number(row.user_ratings_total),
    price: priceRange(row.restaurant_price_range),
    mapsUrl: webAddress(text(row.google_maps_url)),
    phone: text(row.restaurant_phone),
    website: webAddress(text(row.restaurant_website)),
    hoursLines: hoursLines(row.opening_hours_weekday_text),
    /** Null also for a place that closed for good. */
    hours: isClosed ? null : weekOf(text(row.opening_hours), row.opening_hours_weekday_text),
    timeZone: text(row.time_zone),
    /** The news from a newer release of its source: closed, another name, another point. */
    news,
    /** Open or closed when the provider was read; used only for places without known hours. */
    openThen: !isClosed && typeof row.open_now === 'boolean' ? row.open_now : null,
    /** 0–1. */
    confidence: coordinate(row.enrich_confidence),
  }
}

/** Whether the place is open now by its own clock; null when that is unknown. */
export function openNow(
  place: Place,
  now: Date,
): HoursStatus | { readonly open: boolean; readonly today: null } | null {
  if (place.hours && place.timeZone !== null) return statusAt(place.hours, now, place.timeZone)
  return place.openThen === null ? null : { open: place.openThen, today: null }
}

export function destinationOf(place: Place): Destination {
  return {
    name: place.name ?? place.location ?? '',
    address: place.address ?? place.location,
    lat: place.lat,
    lng: place.lng,
    googlePlaceId: googleIdOf(place.id),
  }
}

/** A blurred preview of a picture as a data URL, shown until the picture has loaded; null when there is none. */
export function previewUrl(image: string): string | null {
  const [, preview] = /^\/img\?[^#]*#([\w-]{16,600})$/.exec(image) ?? []
  if (preview === undefined) return null
  return `data:image/webp;base64,${preview.replaceAll('-', '+').replaceAll('_', '/')}`
}

function isRow(value: unknown): value is Row {
  return isRecord(value)
}

function text(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const trimmed = value.trim()
  return trimmed === '' || trimmed === 'N/A' ? null : trimmed
}

/** Numbers may arrive as strings with commas and spaces; anything else is 0 (spec §3). */
function number(value: unknown): number {
  const parsed = typeof value === 'string' ? Number(value.replace(/[,\s]/g, '')) : value
  return typeof parsed === 'number' && Number.isFinite(parsed) ? parsed : 0
}

function coordinate(value: unknown): number | null {
  return value === null || value === undefined || value === '' ? null : number(value)
}

/** Lists may arrive as a list, a JSON list in a string, or lines (spec §3). */
const strings = hoursLines

/** Google's id of a place; null for places of other providers. */
export function googleIdOf(placeId: string | null): string | null {
  return placeId?.startsWith('google:') === true ? placeId.slice('google:'.length) : null
}
