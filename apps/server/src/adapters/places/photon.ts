import type { Place } from '@antojo/places/place'
import { timeZoneAt } from '@antojo/places/time-zone'
import { z } from 'zod'
import type { GuardedFetch } from '../http/guarded-fetch.ts'
import type { PlaceProvider, PlaceRequest, ProvidedPlace } from './port.ts'
import { requestJson } from './request-json.ts'

/** The public server: free, for reasonable use; a busy installation runs its own (github.com/komoot/photon). */
export const PUBLIC_PHOTON = 'https://photon.komoot.io'

interface PhotonOptions {
  readonly baseUrl: string
  /** Stores found places, as the data's licence allows: Photon has no look-up by id. */
  readonly memory: PlaceMemory
}

interface PlaceMemory {
  remember(places: readonly Place[]): Promise<void>
  byId(source: string, sourceId: string): Promise<Place | null>
}

/** A feature of `/api` (komoot/photon, docs/api-v1.md). */
const feature = z.object({
  geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
  properties: z.object({
    osm_type: z.enum(['N', 'W', 'R']),
    osm_id: z.number(),
    osm_key: z.string().optional(),
    osm_value: z.string().optional(),
    name: z.string().optional(),
    street: z.string().optional(),
    housenumber: z.string().optional(),
    district: z.string().optional(),
    city: z.string().optional(),
    state: z.string().optional(),
    postcode: z.string().optional(),
    countrycode: z.string().optional(),
    extra: z.record(z.string(), z.string()).optional(),
  }),
})
type Feature = z.infer<typeof feature>

const answer = z.object({ features: z.array(z.unknown()) })

const FOOD_TAGS = ['restaurant', 'cafe', 'bar', 'pub', 'fast_food', 'food_court', 'ice_cream'].map(
  (value) => `amenity:${value}`,
)
/** The public server has names in these languages in addition to the local ones. */
const LANGUAGES = new Set(['de', 'en', 'fr'])
const OSM_TYPES = { N: 'node', W: 'way', R: 'relation' } as const
const DEFAULT_LIMIT = 10

/** Ids are those of OpenStreetMap, so that a place found by Photon and one from an import are the same. */
const SOURCE = 'osm'

/** Places of OpenStreetMap through Photon. It has no ratings or photos. */
export function createPhotonPlaces(fetch: GuardedFetch, { baseUrl, memory }: PhotonOptions): PlaceProvider {
  return {
    name: 'photon',
    search: async (query, request = {}) => {
      if (query.trim() === '') return []
      const wanted = { url: requestUrl(baseUrl, query, request), signal: request.signal }
      const found = await requestJson(fetch, wanted, answer)
      // A malformed feature must not make the others fail.
      const features = (found?.features ?? []).flatMap((each) => feature.safeParse(each).data ?? [])
      const places = features.flatMap((each) => placeOf(each) ?? [])
      await memory.remember(places)
      return places.map(provided)
    },
    byId: async (source, sourceId) => {
      const place = source === SOURCE ? await memory.byId(source, sourceId) : null
      return place === null ? null : provided(place)
    },
  }
}

function requestUrl(baseUrl: string, query: string, request: PlaceRequest): string {
  const url = new URL(`${baseUrl.replace(/\/$/, '')}/api`)
  url.searchParams.set('q', query.slice(0, 200))
  url.searchParams.set('limit', String(request.limit ?? DEFAULT_LIMIT))
  if (request.area !== undefined) {
    url.searchParams.set('lat', String(request.area.lat))
    url.searchParams.set('lon', String(request.area.lng))
    url.searchParams.set('zoom', String(zoomOf(request.area.radius)))
    url.searchParams.set('location_bias_scale', '0.4')
  }
  const language = request.language?.slice(0, 2)
  if (language !== undefined && LANGUAGES.has(language)) url.searchParams.set('lang', language)
  for (const tag of FOOD_TAGS) url.searchParams.append('osm_tag', tag)
  return url.href
}

/** The zoom at which a circle fills a map: 12 for 20 km, one more for each halving. */
function zoomOf(radius: number): number {
  return Math.min(16, Math.max(4, Math.round(12 + Math.log2(20_000 / radius))))
}

function placeOf({ geometry, properties }: Feature): Place | null {
  if (properties.name === undefined) return null
  const [lng, lat] = geometry.coordinates
  const { street, housenumber, district, city, state, postcode, countrycode, osm_value, extra } = properties
  const address = street && [street, housenumber].filter(Boolean).join(' ')
  return {
    source: SOURCE,
    sourceId: `${OSM_TYPES[properties.osm_type]}/${properties.osm_id}`,
    name: properties.name,
    lat,
    lng,
    categories: osm_value === undefined ? [] : [osm_value],
    cuisine: extra?.['cuisine']?.split(';') ?? [],
    timeZone: timeZoneAt(lat, lng),
    ...(address && { address }),
    ...(district && { neighbourhood: district }),
    ...(city && { city }),
    ...(state && { region: state }),
    ...(postcode && { postcode }),
    ...(countrycode && { country: countrycode.toUpperCase() }),
    ...(extra?.['opening_hours'] && { openingHours: extra['opening_hours'] }),
  }
}

function provided(place: Place): ProvidedPlace {
  return {
    ...place,
    url: `https://www.openstreetmap.org/${place.sourceId}`,
    credits: [{ text: '© OpenStreetMap contributors', url: 'https://www.openstreetmap.org/copyright' }],
  }
}
