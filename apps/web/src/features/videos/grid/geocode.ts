import type { Point } from '@antojo/domain/distance'
import type { QueryClient } from '@tanstack/react-query'
import { searchPlaces } from '../../../lib/api/places.ts'

/** The coordinates of addresses, by their text. Looks up one address after another, each once. */
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
        const [best] = await searchPlaces({ text: address, limit: 1 }, signal)
        return best?.geometry.location ?? null
      },
    })
    // Without coordinates the card only shows no distance.
    const point = await lookUp.catch(() => null)
    if (point) found.set(address, point)
  }
  return found
}
