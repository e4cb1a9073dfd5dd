import type { CardRow } from '@antojo/contract/video-row'
import type { Point } from '@antojo/domain/distance'
import { m } from '@antojo/i18n/messages'
import type { Video } from '../../entities/video/video.ts'
import { type FieldErrors, nameFault } from '../../lib/view/use-form.ts'

type TextName = 'name' | 'location' | 'address' | 'title'
/** The fields of the form. */
export type FixTexts = Readonly<Record<TextName, string>>

export interface FixDetails extends FixTexts {
  /** Where the person put the pin; null when they did not. */
  readonly point: Point | null
  /** True when the person says that only the name was wrong. */
  readonly isSamePlace: boolean
}

/** Spec §5. */
const MAX_TITLE_LENGTH = 120
/** Ours: no address of the index is longer. */
const MAX_ADDRESS_LENGTH = 200

/** The error of each field, after trimming. */
export function errorsOf({ name, location, address, title }: FixTexts): FieldErrors<FixTexts> {
  return {
    name: nameFault(name),
    location: nameFault(location, m.fix_location_short()),
    address: address.trim().length > MAX_ADDRESS_LENGTH ? m.fix_address_long() : undefined,
    title: title.trim().length > MAX_TITLE_LENGTH ? m.fix_title_long() : undefined,
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
