import { ENRICH_STATES, IDENTIFY_STATES } from '@antojo/domain/analysis'
import { PLATFORMS } from '@antojo/domain/platforms/platform'
import { PRICE_RANGES } from '@antojo/domain/price'
import { VISIBILITIES } from '@antojo/domain/sharing'
import { z } from 'zod'

const text = z.string().nullable()
const number = z.number().nullable()
/** A JSON column. Old rows and other clients stored JSON as text in it too. */
const json = z.unknown()

/** The columns of `videos` that the screens read (spec §3); the web app asks for exactly these. */
export const cardRow = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  created_at: z.string(),
  platform: z.enum(PLATFORMS),
  video_url: z.string(),
  thumbnail_url: text,
  provider_thumbnail_url: text,
  places_photo_url: text,
  photo_attribution_html: text,
  title: text,
  creator_name: text,
  views: number,
  likes: number,
  restaurant_name: text,
  restaurant_address: text,
  restaurant_location: text,
  restaurant_cuisine: text,
  restaurant_rating: number,
  user_ratings_total: number,
  restaurant_price_range: z.enum(PRICE_RANGES).nullable(),
  restaurant_phone: text,
  restaurant_website: text,
  diet_tags: z.array(z.string()),
  google_maps_url: text,
  open_now: z.boolean().nullable(),
  opening_hours_weekday_text: json,
  opening_hours: text,
  time_zone: text,
  reviews: json,
  extracted_dish_name: text,
  extracted_ingredients: json,
  extracted_estimated_price: number,
  extracted_price_currency: text,
  visibility: z.enum(VISIBILITIES),
  enrich_place_id: text,
  enrich_place_name: text,
  enrich_place_address: text,
  enrich_place_lat: number,
  enrich_place_lng: number,
  enrich_confidence: number,
  enrich_state: z.enum(ENRICH_STATES),
  enrich_progress: z.number(),
  identify_state: z.enum(IDENTIFY_STATES),
  /** The `WeakReason` or `ErrorCode` that says why the place is not known. */
  identify_reason: text,
  /** The area whose places are being fetched for the row; null when nothing is. */
  identify_area: text,
  /** The `top` field of the pending question. */
  identify_question: json,
  /** When an open row became identified; null for rows that were never open. */
  identified_at: text,
  /** Equal for all videos of a place; null when nothing identifies it. */
  place_key: text,
  /** The news of the place, as `user_places.news`; only its owner reads it. */
  place_news: json.optional(),
})
export type CardRow = z.infer<typeof cardRow>

/** A row of `videos` as the data API and the ai endpoint give it; columns added later pass through. */
export const videoRow = z.looseObject({ ...cardRow.shape, canonical_url: z.string(), description: text })
export type VideoRow = z.infer<typeof videoRow>
