import { AREA_REASONS } from '@antojo/domain/places/evidence-kinds'
import { z } from 'zod'

const coordinates = z.object({ lat: z.number(), lng: z.number() })

/** A place in the field names of the maps service (spec §3, §7), from any provider. */
export const placeResult = z.object({
  place_id: z.string(),
  name: z.string(),
  formatted_address: z.string().optional(),
  geometry: z.object({ location: coordinates }),
  types: z.array(z.string()),
  cuisine: z.array(z.string()).optional(),
  rating: z.number().optional(),
  user_ratings_total: z.number().optional(),
  /** 0–3. */
  price_level: z.number().optional(),
  url: z.string().optional(),
  /** The source to credit, e.g. `© OpenStreetMap contributors`. */
  attribution: z.string().optional(),
})
export type PlaceResult = z.infer<typeof placeResult>

export const openingHours = z.object({
  weekday_text: z.array(z.string()),
  open_now: z.boolean().optional(),
})
export type OpeningHours = z.infer<typeof openingHours>

export const placeDetails = placeResult.extend({
  formatted_phone_number: z.string().optional(),
  website: z.string().optional(),
  opening_hours: openingHours.optional(),
  photos: z
    .array(z.object({ photo_reference: z.string(), html_attributions: z.array(z.string()) }))
    .optional(),
  reviews: z
    .array(
      z.object({
        author_name: z.string(),
        profile_photo_url: z.string().optional(),
        rating: z.number().optional(),
        relative_time_description: z.string().optional(),
        text: z.string(),
        time: z.number().optional(),
      }),
    )
    .optional(),
})
export type PlaceDetails = z.infer<typeof placeDetails>

/** `GET /places`; radius in metres. */
export const placesQuery = z.object({
  query: z.string().max(200).default(''),
  lat: z.coerce.number().min(-90).max(90).optional(),
  lng: z.coerce.number().min(-180).max(180).optional(),
  radius: z.coerce.number().positive().max(100_000).optional(),
  language: z.string().max(10).optional(),
  region: z.string().max(10).optional(),
  limit: z.coerce.number().int().min(1).max(20).default(10),
})
export type PlacesQuery = z.infer<typeof placesQuery>

export const placesResponse = z.object({ ok: z.boolean(), results: z.array(placeResult) })

/** `GET /places/details` */
export const placeDetailsQuery = z.object({
  id: z.string().min(1).max(300),
  language: z.string().max(10).optional(),
})
export const placeDetailsResponse = z.object({ ok: z.boolean(), result: placeDetails.nullable() })

const count = z.number().nonnegative()
const point = { lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) }

/** An area whose places were fetched from Overture's release, or are to be fetched. */
export const knownArea = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** Why the last try failed: `unreachable`, `too_large`, `disk_full` and so on. */
  reason: z.string().nullable(),
  /** Why it was first wanted; null when unknown. */
  wantedFor: z.enum(AREA_REASONS).nullable(),
  release: z.string(),
  /** True while a newer release is being read. */
  isUpdating: z.boolean(),
  /** Its middle. */
  ...point,
  places: count,
  /** `bytes` of `ofBytes` have been read; `ofBytes` is 0 until the size is known. */
  bytes: count,
  ofBytes: count,
})
export type KnownArea = z.infer<typeof knownArea>

/** `GET /places/areas` */
export const areasResponse = z.object({
  /** Places of the whole index. */
  places: count,
  areas: z.array(knownArea),
  /** Whether this person may add an area, and whether they may cancel or remove one. */
  mayAdd: z.boolean(),
  mayRemove: z.boolean(),
  /** Why and until when (ISO time) the bucket is not asked; null when it is. */
  bucketRest: z.object({ reason: z.string(), until: z.string() }).nullable(),
})
export type AreasResponse = z.infer<typeof areasResponse>

/** `GET /places/areas/search` */
export const citySearchQuery = z.object({ q: z.string().trim().max(100) })

/** A city or a part of one; `population` is 0 when unknown. */
export const foundCity = z.object({
  name: z.string(),
  /** ISO 3166-1 alpha-2. */
  country: z.string(),
  /** The state or region that tells it from others of its name; null where that is not known. */
  region: z.string().nullable(),
  ...point,
  population: count,
})
export type FoundCity = z.infer<typeof foundCity>
export const citySearchResponse = z.object({ cities: z.array(foundCity) })

/** `POST /places/areas`: one of the cities that the search found. */
export const addAreaRequest = z.object({ name: z.string().max(200), country: z.string().length(2), ...point })
