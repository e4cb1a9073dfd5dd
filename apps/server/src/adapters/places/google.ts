import type { Area } from '@antojo/identify/name-index'
import type { GuardedFetch } from '../http/guarded-fetch.ts'
import { providedPlace } from './google-place.ts'
import { googlePlace, photoMedia, textSearch } from './google-shapes.ts'
import type { PlaceProvider, PlaceRequest } from './port.ts'
import { requestJson } from './request-json.ts'

interface GoogleOptions {
  readonly apiKey: string
  /** Replaced in tests. */
  readonly baseUrl?: string
}

const PLACES_URL = 'https://places.googleapis.com'

/** The fields that candidates need, in the Pro tier; more expensive fields are requested for the chosen place only. */
const SEARCH_FIELDS =
  'id displayName formattedAddress addressComponents location types primaryType businessStatus googleMapsUri'
const DETAIL_FIELDS = Object.keys(googlePlace.shape)
/** Metres; the service refuses more. */
const MAX_BIAS_RADIUS = 50_000
const PHOTO_NAME = /^places\/[\w-]+\/photos\/[\w-]+$/
const PLACE_ID = /^[\w-]+$/

/** Google Places API (New). */
export function createGooglePlaces(
  fetch: GuardedFetch,
  { apiKey, baseUrl = PLACES_URL }: GoogleOptions,
): PlaceProvider {
  const headers = { 'X-Goog-Api-Key': apiKey, 'Content-Type': 'application/json' }
  return {
    name: 'google',
    search: async (query, request = {}) => {
      if (query.trim() === '') return []
      const wanted = {
        url: `${baseUrl}/v1/places:searchText`,
        method: 'POST',
        headers: {
          ...headers,
          'X-Goog-FieldMask': SEARCH_FIELDS.split(' ')
            .map((field) => `places.${field}`)
            .join(','),
        },
        body: JSON.stringify(searchBody(query, request)),
        signal: request.signal,
      } as const
      const found = await requestJson(fetch, wanted, textSearch)
      return (found?.places ?? []).flatMap((place) => providedPlace(place) ?? [])
    },
    byId: async (source, sourceId, request = {}) => {
      if (source !== 'google' || !PLACE_ID.test(sourceId)) return null
      const url = new URL(`${baseUrl}/v1/places/${sourceId}`)
      if (request.language !== undefined) url.searchParams.set('languageCode', request.language)
      if (request.region !== undefined) url.searchParams.set('regionCode', request.region)
      const masked = { ...headers, 'X-Goog-FieldMask': DETAIL_FIELDS.join(',') }
      const wanted = { url: url.href, headers: masked, signal: request.signal }
      const place = await requestJson(fetch, wanted, googlePlace)
      return place && providedPlace(place)
    },
    photo: async (reference, width, signal) => {
      if (!PHOTO_NAME.test(reference)) return null
      const pixels = Math.min(4800, Math.max(1, Math.round(width)))
      const url = `${baseUrl}/v1/${reference}/media?maxWidthPx=${pixels}&skipHttpRedirect=true`
      const media = await requestJson(fetch, { url, headers, signal }, photoMedia)
      return media?.photoUri ?? null
    },
  }
}

/** Without a bias, Google would use the server's own IP address as the user's. */
function searchBody(query: string, { area, language, region, limit }: PlaceRequest): object {
  return {
    textQuery: query.slice(0, 200),
    pageSize: limit ?? 10,
    ...(area && { locationBias: circle(area) }),
    ...(language !== undefined && { languageCode: language }),
    ...(region !== undefined && { regionCode: region }),
  }
}

function circle({ lat, lng, radius }: Area): object {
  return { circle: { center: { latitude: lat, longitude: lng }, radius: Math.min(radius, MAX_BIAS_RADIUS) } }
}
