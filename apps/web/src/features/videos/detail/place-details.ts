import { placeDetailsResponse, type PlaceDetails } from '@antojo/contract/places'
import { config as zod } from 'zod'

// The content security policy forbids compiled parsers.
zod({ jitless: true })

export type { PlaceDetails } from '@antojo/contract/places'

/** What the place provider tells of a place; null when it tells nothing (spec §7: fails silently). */
export async function fetchPlaceDetails(
  id: string,
  language: string,
  signal: AbortSignal,
): Promise<PlaceDetails | null> {
  try {
    const response = await fetch(`/places/details?${new URLSearchParams({ id, language }).toString()}`, {
      signal,
    })
    const answer = placeDetailsResponse.safeParse(await response.json())
    return answer.success ? answer.data.result : null
  } catch {
    return null
  }
}
