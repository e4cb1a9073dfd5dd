import {
  placeDetailsResponse,
  placesResponse,
  type PlaceDetails,
  type PlaceResult,
} from '@antojo/contract/places'
import type { Point } from '@antojo/domain/distance'
import { fetchJson } from './api.ts'
import type { ServerRequest } from './request.ts'

interface PlaceQuery {
  readonly text: string
  readonly limit: number
  readonly language?: string
  /** Places nearby come first. */
  readonly near?: Point | null
}

/** Places whose name or address matches a text, the best match first. Throws when the server does not answer properly. */
export async function searchPlaces(
  request: ServerRequest,
  { text, limit, language, near }: PlaceQuery,
  signal: AbortSignal,
): Promise<readonly PlaceResult[]> {
  const params = new URLSearchParams({ query: text, limit: String(limit) })
  if (language !== undefined) params.set('language', language)
  if (near) {
    params.set('lat', String(near.lat))
    params.set('lng', String(near.lng))
  }
  const answer = await fetchJson({ request }, placesResponse, `/places?${params}`, { signal })
  return answer.results.slice(0, limit)
}

/** The place provider's current details of a place; null when it does not answer (spec §7: fails silently). */
export async function fetchPlaceDetails(
  request: ServerRequest,
  id: string,
  language: string,
  signal: AbortSignal,
): Promise<PlaceDetails | null> {
  try {
    const path = `/places/details?${new URLSearchParams({ id, language })}`
    return (await fetchJson({ request }, placeDetailsResponse, path, { signal })).result
  } catch {
    return null
  }
}

/** The request of a guest, for which the server never pays a provider. */
export const requestAsGuest: ServerRequest = (input, init) => fetch(input, { ...init, credentials: 'omit' })
