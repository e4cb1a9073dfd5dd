import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useServices } from '../../../lib/services.tsx'
import { listOf, type Rest } from '../../../lib/api/rest.ts'
import { openOnes } from '../../../entities/video/queries/open-now.ts'
import { matching, type VideoQuery } from '../../../entities/video/query.ts'
import { VIDEO_COLUMNS, videoOf, type Video } from '../../../entities/video/video.ts'
import { videoKeys } from '../../../entities/video/video-keys.ts'
import { spotOf, type Spot } from './map-point.ts'

const PAGE_SIZE = 1000
const COLUMNS =
  'id,video_url,title,restaurant_name,restaurant_rating,restaurant_cuisine,enrich_place_id,enrich_place_lat,enrich_place_lng'

/** All places of a search in the person's collection; empty until they have loaded, for guests, and without a search. */
export function useMapSpots(search: VideoQuery | null): readonly Spot[] {
  const { rest } = useServices()
  const { data } = useQuery({
    queryKey: videoKeys.mapSpots(search),
    queryFn: async ({ signal }) => (search ? await fetchSpots(rest, search, signal) : []),
    enabled: search !== null && search.userId !== null,
    placeholderData: keepPreviousData,
  })
  return search === null ? [] : (data ?? [])
}

/** Reads the places page by page, in the order of their ids. */
async function fetchSpots(rest: Rest, search: VideoQuery, signal: AbortSignal): Promise<readonly Spot[]> {
  const spots: Spot[] = []
  for (let last: string | null = null; ;) {
    const request = matching(rest, search, search.openNow ? VIDEO_COLUMNS : COLUMNS).or(
      'enrich_place_lat.not.is.null,enrich_place_id.like.google:*',
    )
    const after = last === null ? request : request.gt('id', last)
    const rows: readonly (Video | null)[] = listOf(
      await after.order('id').limit(PAGE_SIZE).abortSignal(signal),
    ).map(videoOf)
    const read = rows.filter((video) => video !== null)
    spots.push(...(search.openNow ? openOnes(read) : read).flatMap((video) => spotOf(video) ?? []))
    last = rows.at(-1)?.id ?? null
    if (rows.length < PAGE_SIZE || last === null) return spots
  }
}
