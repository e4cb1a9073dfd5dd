import { PLATFORMS } from '@antojo/domain/platforms/platform'
import { z } from 'zod'

const text = z.string().nullable()
const number = z.number().nullable()

export const review = z.object({
  author_name: z.string(),
  profile_photo_url: text.optional(),
  rating: number.optional(),
  relative_time: text.optional(),
  text: z.string(),
})
export type Review = z.infer<typeof review>

export const enrichSuggestion = z.object({
  place_id: z.string(),
  name: z.string(),
  address: text,
  enrich_confidence: z.number(),
})

/** A row of `videos` as the data API and the ai endpoint give it (spec §3); columns added later pass through. */
export const videoRow = z.looseObject({
  id: z.uuid(),
  user_id: z.uuid(),
  created_at: z.string(),
  platform: z.enum(PLATFORMS),
  video_url: z.string(),
  canonical_url: z.string(),
  thumbnail_url: text,
  provider_thumbnail_url: text,
  places_photo_url: text,
  photo_attribution_html: text,
  title: text,
  creator_name: text,
  description: text,
  views: number,
  likes: number,
  restaurant_name: text,
  restaurant_address: text,
  restaurant_location: text,
  restaurant_cuisine: text,
  restaurant_rating: number,
  user_ratings_total: number,
  restaurant_price_range: text,
  google_maps_url: text,
  open_now: z.boolean().nullable(),
  enrich_place_id: text,
  enrich_place_name: text,
  enrich_place_address: text,
  enrich_place_lat: number,
  enrich_place_lng: number,
  enrich_confidence: number,
})
export type VideoRow = z.infer<typeof videoRow>
