import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSettings } from '../../../lib/storage/settings-store.tsx'
import { useBootConfig } from '../../../lib/api/use-boot-config.ts'
import type { GoogleSpot, MapPoint, Spot } from './map-point.ts'
import type { LatLng, MapHost } from '../map-port.ts'

/** Places requested from Google at once: the operator pays for each. */
const GOOGLE_BATCH_SIZE = 50
const KEPT_FOR_MS = 30 * 60_000
const none: ReadonlyMap<string, LatLng> = new Map()

export interface VisibleMarkers {
  /** Null while it is unknown. */
  readonly host: MapHost | null
  readonly points: readonly MapPoint[]
  /** Number of Google places that are not drawn. */
  readonly left: number
  /** Draws more of them; null without Google's map. */
  readonly more: (() => void) | null
}

/**
 * Google's terms allow its places on Google's map only, which may also show other places. So if any place is Google's, the map
 * is Google's, provided that the operator has a key; otherwise these places are left out and counted.
 */
export function useVisibleMarkers(spots: readonly Spot[]): VisibleMarkers {
  const config = useBootConfig()
  const [most, setMost] = useState(GOOGLE_BATCH_SIZE)
  const google = useMemo(() => spots.filter((spot) => 'googleId' in spot), [spots])
  const own = useMemo(() => spots.filter((spot): spot is MapPoint => !('googleId' in spot)), [spots])
  const key = config?.googleMapsKey ?? null
  const asked = useMemo(() => (key === null ? [] : google.slice(0, most)), [google, key, most])
  const found = useGooglePoints(key, asked)
  const points = useMemo(
    () => [
      ...own,
      ...asked.flatMap((spot): MapPoint[] => {
        const at = found.get(spot.googleId)
        return at ? [{ ...spot, ...at }] : []
      }),
    ],
    [own, asked, found],
  )
  if (google.length === 0) return { host: 'own', points: own, left: 0, more: null }
  if (!config) return { host: null, points: own, left: 0, more: null }
  if (key === null) return { host: 'own', points: own, left: google.length, more: null }
  return {
    host: 'google',
    points,
    left: google.length - asked.length,
    more: () => setMost(most + GOOGLE_BATCH_SIZE),
  }
}

/** The coordinates of Google places, kept only in memory because of Google's terms. */
function useGooglePoints(key: string | null, spots: readonly GoogleSpot[]): ReadonlyMap<string, LatLng> {
  const queries = useQueryClient()
  const { language } = useSettings()
  const ids = [...new Set(spots.map(({ googleId }) => googleId))]
  const { data } = useQuery({
    queryKey: ['google-points', ids],
    enabled: key !== null && ids.length > 0,
    staleTime: Infinity,
    gcTime: KEPT_FOR_MS,
    placeholderData: keepPreviousData,
    meta: { keepOffline: false },
    queryFn: async () => {
      const { locateGooglePlace } = await import('../google/google-places.ts')
      const locate = async (id: string): Promise<readonly [string, LatLng][]> => {
        const at = await queries.fetchQuery({
          queryKey: ['google-point', id],
          staleTime: Infinity,
          gcTime: KEPT_FOR_MS,
          meta: { keepOffline: false },
          queryFn: () => locateGooglePlace({ key: key ?? '', language }, id),
        })
        return at ? [[id, at]] : []
      }
      return new Map((await Promise.all(ids.map(locate))).flat())
    },
  })
  return data ?? none
}
