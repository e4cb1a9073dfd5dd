import type { CardRow } from '@antojo/contract/video-row'
import type { Point } from '@antojo/domain/distance'
import type { Video } from '../../entities/video/video.ts'

type TextName = 'name' | 'location' | 'address' | 'title'
/** The fields of the form. */
export type FixTexts = Readonly<Record<TextName, string>>

export interface FixDetails extends FixTexts {
  /** Where the person put the pin; null when they did not. */
  readonly point: Point | null
  /** True when the person says that only the name was wrong. */
  readonly isSamePlace: boolean
}

export type FixFault =
  | 'name_short'
  | 'name_long'
  | 'location_short'
  | 'location_long'
  | 'address_long'
  | 'title_long'

/** Spec §5. */
const MIN_LENGTH = 2
const MAX_LENGTH = 80
const MAX_TITLE_LENGTH = 120
/** Ours: no address of the index is longer. */
const MAX_ADDRESS_LENGTH = 200

/** The problem of each field, after trimming; empty when the form may be saved. */
export function faultsOf(details: FixTexts): Partial<Record<TextName, FixFault>> {
  const name = details.name.trim().length
  const location = details.location.trim().length
  return {
    ...(name < MIN_LENGTH ? { name: 'name_short' } : name > MAX_LENGTH ? { name: 'name_long' } : {}),
    ...(location < MIN_LENGTH
      ? { location: 'location_short' }
      : location > MAX_LENGTH
        ? { location: 'location_long' }
        : {}),
    ...(details.address.trim().length > MAX_ADDRESS_LENGTH ? { address: 'address_long' } : {}),
    ...(details.title.trim().length > MAX_TITLE_LENGTH ? { title: 'title_long' } : {}),
  }
}

/** The facts of a place in a row, but for those that the form gives. */
type PlaceColumn = Exclude<
  Extract<keyof CardRow, `restaurant_${string}` | `enrich_place_${string}`>,
  'restaurant_name' | 'restaurant_location'
>

/** Everything that a row holds of a place, empty. */
const NO_PLACE = {
  restaurant_address: null,
  restaurant_cuisine: null,
  restaurant_rating: null,
  user_ratings_total: null,
  restaurant_price_range: null,
  restaurant_phone: null,
  restaurant_website: null,
  diet_tags: [],
  google_maps_url: null,
  open_now: null,
  opening_hours_weekday_text: null,
  opening_hours: null,
  time_zone: null,
  reviews: [],
  places_photo_url: null,
  photo_attribution_html: null,
  distance_km: null,
  distance_label: null,
  enrich_place_id: null,
  enrich_place_name: null,
  enrich_place_address: null,
  enrich_place_lat: null,
  enrich_place_lng: null,
  enrich_confidence: null,
} as const satisfies Readonly<Record<PlaceColumn, null>> & Readonly<Record<string, unknown>>

/** Another name means another place, unless the person says that it does not. */
export function isOtherPlace(video: Video, { name, isSamePlace }: Pick<FixDetails, 'name' | 'isSamePlace'>) {
  return name.trim() !== (video.place.name ?? '') && !isSamePlace
}

/** The columns that a correction changes. Of another place, nothing of the wrong one stays. */
export function changedColumns(video: Video, details: FixDetails) {
  const { name, location, address, title, point } = details
  return {
    ...(isOtherPlace(video, details) && NO_PLACE),
    restaurant_name: name.trim(),
    restaurant_location: location.trim(),
    ...(address.trim() !== (video.place.address ?? '') && { restaurant_address: address.trim() || null }),
    ...(point && { enrich_place_lat: point.lat, enrich_place_lng: point.lng }),
    ...(title.trim() && { title: title.trim() }),
  }
}
