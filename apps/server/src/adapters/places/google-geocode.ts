import { distanceMetres } from '@antojo/places/geo'
import type { Geocoding } from './google-shapes.ts'
import { PlaceProviderError } from './port.ts'
import type { GeocodedPlace, PlaceErrorCode } from './port.ts'

/** Statuses of the Geocoding API that are failures; they come with HTTP 200. */
const FAILURES: Readonly<Record<string, PlaceErrorCode>> = {
  OVER_DAILY_LIMIT: 'places_denied',
  OVER_QUERY_LIMIT: 'places_over_limit',
  REQUEST_DENIED: 'places_denied',
  INVALID_REQUEST: 'places_invalid_request',
  UNKNOWN_ERROR: 'places_unavailable',
}

const KINDS: readonly (readonly [string, GeocodedPlace['kind']])[] = [
  ['country', 'country'],
  ['administrative_area_level_1', 'region'],
  ['administrative_area_level_2', 'region'],
  ['locality', 'city'],
  ['postal_town', 'city'],
  ['neighborhood', 'neighbourhood'],
  ['sublocality', 'neighbourhood'],
]

export function geocodingFailure({ status, error_message = '' }: Geocoding): PlaceProviderError | null {
  const code = FAILURES[status]
  return code === undefined ? null : new PlaceProviderError(code, 200, `${status} ${error_message}`)
}

export function geocodedOf(result: Geocoding['results'][number]): GeocodedPlace {
  const { location, viewport } = result.geometry
  const country = result.address_components.find((part) => part.types.includes('country'))?.short_name
  return {
    name: result.formatted_address,
    kind: KINDS.find(([type]) => result.types.includes(type))?.[1] ?? 'address',
    lat: location.lat,
    lng: location.lng,
    radius:
      viewport === undefined ? 500 : Math.round(distanceMetres(viewport.northeast, viewport.southwest) / 2),
    ...(country !== undefined && { country }),
  }
}
