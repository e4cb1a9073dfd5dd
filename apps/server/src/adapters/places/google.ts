import type { Area } from '@antojo/places/place'
import type { FetchRequest, GuardedFetch } from '../http/guarded-fetch.ts'
import { askJson } from './ask-json.ts'
import { geocodedOf, geocodingFailure } from './google-geocode.ts'
import { providedPlace } from './google-place.ts'
import { autocompletion, geocoding, googlePlace, photoMedia, textSearch } from './google-shapes.ts'
import type { PlaceProvider, PlaceRequest } from './port.ts'

export interface GoogleOptions {
  readonly apiKey: string
  readonly now: () => Date
  /** Replaced in tests. */
  readonly placesUrl?: string
  readonly geocodeUrl?: string
}

const PLACES_URL = 'https://places.googleapis.com'
const GEOCODE_URL = 'https://maps.googleapis.com/maps/api/geocode/json'

/** What candidates need, in the Pro tier; the dearer facts are asked for the chosen place only. */
const SEARCH_FIELDS = [
  'id',
  'displayName',
  'formattedAddress',
  'addressComponents',
  'location',
  'types',
  'primaryType',
  'businessStatus',
  'googleMapsUri',
]
const DETAIL_FIELDS = Object.keys(googlePlace.shape)
/** At most five may be given. */
const FOOD_TYPES = ['restaurant', 'cafe', 'bar', 'bakery', 'meal_takeaway']
/** Metres; the service refuses more. */
const LARGEST_BIAS = 50_000
const PHOTO_NAME = /^places\/[\w-]+\/photos\/[\w-]+$/
const PLACE_ID = /^[\w-]+$/

/** Google Places API (New) and Geocoding. Its answers may hardly be stored: see `StorageTerms`. */
export function createGooglePlaces(fetch: GuardedFetch, options: GoogleOptions): PlaceProvider {
  const base = options.placesUrl ?? PLACES_URL
  const headers = { 'X-Goog-Api-Key': options.apiKey, 'Content-Type': 'application/json' }
  const post = (path: string, body: object, request: PlaceRequest, mask?: string): FetchRequestOf => ({
    url: `${base}/v1/places:${path}`,
    method: 'POST',
    headers: mask === undefined ? headers : { ...headers, 'X-Goog-FieldMask': mask },
    body: JSON.stringify(body),
    ...(request.signal && { signal: request.signal }),
  })
  return {
    name: 'google',
    search: async (query, request = {}) => {
      if (query.trim() === '') return []
      const body = { textQuery: query.slice(0, 200), pageSize: request.limit ?? 10, ...common(request) }
      const mask = SEARCH_FIELDS.map((field) => `places.${field}`).join(',')
      const found = await askJson(fetch, post('searchText', body, request, mask), { shape: textSearch })
      return (found?.places ?? []).flatMap((place) => providedPlace(place, options.now()) ?? [])
    },
    byId: async (source, sourceId, request = {}) => {
      if (source !== 'google' || !PLACE_ID.test(sourceId)) return null
      const url = new URL(`${base}/v1/places/${sourceId}`)
      if (request.language !== undefined) url.searchParams.set('languageCode', request.language)
      if (request.region !== undefined) url.searchParams.set('regionCode', request.region)
      if (request.session !== undefined) url.searchParams.set('sessionToken', request.session)
      const asked = { url: url.href, headers: { ...headers, 'X-Goog-FieldMask': DETAIL_FIELDS.join(',') } }
      const place = await askJson(fetch, withSignal(asked, request), { shape: googlePlace })
      return place && providedPlace(place, options.now())
    },
    geocode: async (text, request = {}) => {
      if (text.trim() === '') return []
      const asked = withSignal({ url: geocodeUrl(options, text, request) }, request)
      const found = await askJson(fetch, asked, { shape: geocoding, failureOf: geocodingFailure })
      return (found?.results ?? []).map(geocodedOf)
    },
    autocomplete: async (text, request = {}) => {
      if (text.trim() === '') return []
      const body = {
        input: text.slice(0, 200),
        includedPrimaryTypes: FOOD_TYPES,
        ...(request.session !== undefined && { sessionToken: request.session }),
        ...common(request),
      }
      const found = await askJson(fetch, post('autocomplete', body, request), { shape: autocompletion })
      return (found?.suggestions ?? []).flatMap(({ placePrediction: place }) => {
        const name = place?.structuredFormat?.mainText.text ?? place?.text?.text
        if (place === undefined || name === undefined) return []
        const address = place.structuredFormat?.secondaryText?.text
        return [{ id: `google:${place.placeId}`, name, ...(address !== undefined && { address }) }]
      })
    },
    photo: async (reference, width, signal) => {
      if (!PHOTO_NAME.test(reference)) return null
      const pixels = Math.min(4800, Math.max(1, Math.round(width)))
      const url = `${base}/v1/${reference}/media?maxWidthPx=${pixels}&skipHttpRedirect=true`
      const media = await askJson(fetch, { url, headers, ...(signal && { signal }) }, { shape: photoMedia })
      return media?.photoUri ?? null
    },
  }
}

type FetchRequestOf = Omit<FetchRequest, 'timeoutMs' | 'maxBytes'>

function withSignal(asked: FetchRequestOf, { signal }: PlaceRequest): FetchRequestOf {
  return signal === undefined ? asked : { ...asked, signal }
}

/** Without a bias Google would take the server's own address for the user's. */
function common({ area, language, region }: PlaceRequest): object {
  return {
    ...(area && { locationBias: circle(area) }),
    ...(language !== undefined && { languageCode: language }),
    ...(region !== undefined && { regionCode: region }),
  }
}

function circle({ lat, lng, radius }: Area): object {
  return { circle: { center: { latitude: lat, longitude: lng }, radius: Math.min(radius, LARGEST_BIAS) } }
}

function geocodeUrl(options: GoogleOptions, text: string, request: PlaceRequest): string {
  const url = new URL(options.geocodeUrl ?? GEOCODE_URL)
  url.searchParams.set('address', text.slice(0, 200))
  url.searchParams.set('key', options.apiKey)
  if (request.language !== undefined) url.searchParams.set('language', request.language)
  if (request.region !== undefined) url.searchParams.set('region', request.region.toLowerCase())
  return url.href
}
