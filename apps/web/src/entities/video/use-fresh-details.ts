import type { PlaceDetails } from '@antojo/contract/places'
import { useQuery } from '@tanstack/react-query'
import { useServices } from '../../lib/services.tsx'
import { useSettings } from '../../lib/storage/settings-store.tsx'
import { googleIdOf } from './video.ts'

const STALE_TIME_MS = 10 * 60_000

/**
 * The current details of a Google place; null for places of other providers. By Google's terms, the server stores only the ids
 * of its places, so their facts are requested whenever a person opens one.
 */
export function useFreshDetails(place: string | null): PlaceDetails | null {
  const { language } = useSettings()
  const { request } = useServices()
  const id = place ?? ''
  const { data } = useQuery({
    queryKey: ['place-details', id, language],
    queryFn: async ({ signal }) => {
      // Loaded late, because it needs zod.
      const { fetchPlaceDetails } = await import('../../lib/api/places.ts')
      return fetchPlaceDetails(request, id, language, signal)
    },
    enabled: googleIdOf(place) !== null,
    staleTime: STALE_TIME_MS,
    gcTime: STALE_TIME_MS,
    meta: { keepOffline: false },
  })
  return data ?? null
}
