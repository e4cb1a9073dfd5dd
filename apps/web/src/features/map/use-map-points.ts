import { useQuery } from '@tanstack/react-query'
import { useServices, useSession } from '../../lib/services.tsx'
import { listOf, type Rest } from '../../lib/rest.ts'
import { videoOf, type Video } from '../videos/video.ts'
import { pointOf, type MapPoint } from './map-point.ts'

const pageSize = 1000
const columns =
  'id,video_url,title,restaurant_name,restaurant_rating,restaurant_cuisine,enrich_place_id,enrich_place_lat,enrich_place_lng'

/** Every place of the person's collection, for the map of the whole; empty until they came, and for guests. */
export function useMapPoints(enabled: boolean): readonly MapPoint[] {
  const { rest } = useServices()
  const userId = useSession()?.user.id
  const { data } = useQuery({
    queryKey: ['map-points', userId],
    queryFn: async ({ signal }) => await fetchPoints(rest, userId ?? '', signal),
    enabled: enabled && userId !== undefined,
  })
  return data ?? []
}

/** Page by page, by id: the size of the collection does not matter. */
async function fetchPoints(rest: Rest, userId: string, signal: AbortSignal): Promise<readonly MapPoint[]> {
  const points: MapPoint[] = []
  for (let last: string | null = null; ;) {
    const request = rest
      .from('videos')
      .select(columns)
      .eq('user_id', userId)
      .eq('is_diagnostic', false)
      .not('enrich_place_lat', 'is', null)
    const after = last === null ? request : request.gt('id', last)
    const rows: readonly (Video | null)[] = listOf(
      await after.order('id').limit(pageSize).abortSignal(signal),
    ).map(videoOf)
    points.push(...rows.flatMap((video) => (video ? (pointOf(video) ?? []) : [])))
    last = rows.at(-1)?.id ?? null
    if (rows.length < pageSize || last === null) return points
  }
}
