import type { Point } from '@antojo/domain/distance'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Video } from '../../../entities/video/video.ts'

/** Spec §9. Places with coordinates need no look-up (spec-notes). */
const MAX_GEOCODED = 40
const none: ReadonlyMap<string, Point> = new Map()

/** The coordinates of places that have only an address, by its text. */
export function useGeocoded(videos: readonly Video[], wanted: boolean): ReadonlyMap<string, Point> {
  const queries = useQueryClient()
  const addresses = wanted ? addressesToLookUp(videos) : []
  const { data } = useQuery({
    queryKey: ['geocoded', addresses],
    enabled: addresses.length > 0,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const { geocodeAll } = await import('./geocode.ts')
      return await geocodeAll(queries, addresses, signal)
    },
  })
  return data ?? none
}

/** The addresses of the first videos that have no coordinates, without duplicates. */
export function addressesToLookUp(videos: readonly Video[]): readonly string[] {
  const addresses = videos
    .slice(0, MAX_GEOCODED)
    .flatMap(({ place }) => (place.lat === null && place.address !== null ? [place.address] : []))
  return [...new Set(addresses)]
}
