import type { Point } from '@antojo/domain/distance'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Video } from '../../../entities/video/video.ts'

/** Spec §9: look-ups by address text a load at most. Places with coordinates need none (spec-notes). */
const most = 40

/** Coordinates of addresses that came without, by their text; each is looked up once. */
export function useGeocoded(videos: readonly Video[], wanted: boolean): ReadonlyMap<string, Point> {
  const queries = useQueryClient()
  const addresses = wanted ? addressesToLookUp(videos) : []
  const { data } = useQuery({
    queryKey: ['geocoded', addresses],
    enabled: addresses.length > 0,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const found = new Map<string, Point>()
      for (const address of addresses) {
        const point = await queries.fetchQuery({
          queryKey: ['geocode', address],
          staleTime: Infinity,
          queryFn: () => geocode(address, signal),
        })
        if (point) found.set(address, point)
      }
      return found
    },
  })
  return data ?? nothing
}

const nothing: ReadonlyMap<string, Point> = new Map()

function addressesToLookUp(videos: readonly Video[]): readonly string[] {
  const addresses = videos
    .slice(0, most)
    .flatMap(({ place }) => (place.lat === null && place.address !== null ? [place.address] : []))
  return [...new Set(addresses)]
}

async function geocode(address: string, signal: AbortSignal): Promise<Point | null> {
  const { searchPlaces } = await import('../../../lib/api/places.ts')
  const [best] = await searchPlaces({ text: address, limit: 1 }, signal)
  return best?.geometry.location ?? null
}
