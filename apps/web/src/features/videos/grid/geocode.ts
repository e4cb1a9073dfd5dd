import type { PlaceResult } from '@antojo/contract/places'
import type { Point } from '@antojo/domain/distance'
import type { QueryClient } from '@tanstack/react-query'
import { requestAsGuest, searchPlaces } from '../../../lib/api/places.ts'

/** The search goes by names too, so the place with the address may not be the first hit. */
const MAX_HITS = 5

/**
 * The coordinates of addresses, by their text. Looks up one address after another, each once, without cost: they are kept on
 * the device, which a paid provider's terms forbid.
 */
export async function geocodeAll(
  queries: QueryClient,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Point>> {
  const found = new Map<string, Point>()
  for (const address of addresses) {
    const lookUp = queries.fetchQuery({
      queryKey: ['geocode', address],
      staleTime: Infinity,
      queryFn: async () => {
        const hits = await searchPlaces(requestAsGuest, { text: address, limit: MAX_HITS }, signal)
        return hits.find((hit) => isAt(hit, address))?.geometry.location ?? null
      },
    })
    // Without coordinates the card only shows no distance.
    const point = await lookUp.catch(() => null)
    if (point) found.set(address, point)
  }
  return found
}

/** Whether a hit has this street and number; another one nearby, or of a similar name, would give a wrong distance. */
function isAt(hit: PlaceResult, address: string): boolean {
  const street = words(address.split(',')[0] ?? '')
  const own = new Set(words(hit.formatted_address ?? ''))
  return street.some((word) => /\d/.test(word)) && street.every((word) => own.has(word))
}

function words(text: string): readonly string[] {
  return (
    text
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\d]+/gu) ?? []
  )
}
