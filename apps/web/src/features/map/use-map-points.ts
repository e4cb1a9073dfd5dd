import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useServices } from '../../lib/services.tsx'
import { listOf, type Rest } from '../../lib/rest.ts'
import { matching, type VideoQuery } from '../videos/query.ts'
import { videoOf, type Video } from '../videos/video.ts'
import { pointOf, type MapPoint } from './map-point.ts'

const pageSize = 1000
const columns =
  'id,video_url,title,restaurant_name,restaurant_rating,restaurant_cuisine,enrich_place_id,enrich_place_lat,enrich_place_lng'

/** Every place that a search finds in the person's collection; empty until they came, for guests and without a search. */
export function useMapPoints(search: VideoQuery | null): readonly MapPoint[] {
  const { rest } = useServices()
  const { data } = useQuery({
    queryKey: ['map-points', search && { ...search, near: null, sort: null }],
    queryFn: async ({ signal }) => (search ? await fetchPoints(rest, search, signal) : []),
    enabled: search !== null && search.userId !== null,
    placeholderData: keepPreviousData,
  })
  return search === null ? [] : (data ?? [])
}

/** Page by page, by id: the size of the collection does not matter. */
async function fetchPoints(
  rest: Rest,
  search: VideoQuery,
  signal: AbortSignal,
): Promise<readonly MapPoint[]> {
  const points: MapPoint[] = []
  for (let last: string | null = null; ;) {
    const request = matching(rest, search, columns).not('enrich_place_lat', 'is', null)
    const after = last === null ? request : request.gt('id', last)
    const rows: readonly (Video | null)[] = listOf(
      await after.order('id').limit(pageSize).abortSignal(signal),
    ).map(videoOf)
    points.push(...rows.flatMap((video) => (video ? (pointOf(video) ?? []) : [])))
    last = rows.at(-1)?.id ?? null
    if (rows.length < pageSize || last === null) return points
  }
}
