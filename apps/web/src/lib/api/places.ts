import {
  placeDetailsResponse,
  placesResponse,
  type PlaceDetails,
  type PlaceResult,
} from '@antojo/contract/places'
import type { Point } from '@antojo/domain/distance'
import { ApiError, errorCodeOf, readBody } from './api.ts'

interface PlaceQuery {
  readonly text: string
  readonly limit: number
  readonly language?: string
  /** Places nearby come first. */
  readonly near?: Point | null
}

/** Places whose name or address matches a text, the best match first. Throws when the server does not answer properly. */
export async function searchPlaces(
  { text, limit, language, near }: PlaceQuery,
  signal: AbortSignal,
): Promise<readonly PlaceResult[]> {
  const params = new URLSearchParams({ query: text, limit: String(limit) })
  if (language !== undefined) params.set('language', language)
  if (near) {
    params.set('lat', String(near.lat))
    params.set('lng', String(near.lng))
  }
  return placesResponse.parse(await get('/places', params, signal)).results.slice(0, limit)
}

/** The place provider's current details of a place; null when it does not answer (spec §7: fails silently). */
export async function fetchPlaceDetails(
  id: string,
  language: string,
  signal: AbortSignal,
): Promise<PlaceDetails | null> {
  try {
    const params = new URLSearchParams({ id, language })
    const answer = placeDetailsResponse.safeParse(await get('/places/details', params, signal))
    return answer.success ? answer.data.result : null
  } catch {
    return null
  }
}

/** These endpoints are public: without credentials, a cache may answer. */
async function get(path: string, params: URLSearchParams, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(`${path}?${params.toString()}`, { credentials: 'omit', signal })
  const body = await readBody(response)
  if (!response.ok) throw new ApiError(errorCodeOf(body) ?? 'unknown')
  return body
}
