import { isRecord } from '@antojo/domain/unknown-values'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onOtherChange } from '../../lib/device/other-tabs.ts'
import { useServices } from '../../lib/services.tsx'
import { listOf, type Rest } from '../../lib/api/rest.ts'
import { chosenOnes } from '../../entities/video/queries/open-now.ts'
import { matching, type VideoQuery } from '../../entities/video/query.ts'
import { pendingDeletions } from '../../lib/storage/deletions.ts'
import { VIDEO_COLUMNS, videoOf, type Video } from '../../entities/video/video.ts'
import { mapKeys, type MapSpots } from '../../entities/video/queries/map-spots.ts'
import { spotAt, spotOf, type Spot } from './points/map-point.ts'

export { spotOf }

const PAGE_SIZE = 1000
const COLUMNS =
  'id,video_url,title,restaurant_name,restaurant_rating,restaurant_cuisine,enrich_place_id,enrich_place_lat,enrich_place_lng'

const NONE: MapSpots<Spot> = { spots: [], unplaced: [] }

/** All places of a search in the person's collection; empty until they have loaded, for guests, and without a search. */
export function useMapSpots(search: VideoQuery | null): MapSpots<Spot> {
  const { rest } = useServices()
  const queries = useQueryClient()
  useEffect(() => onOtherChange(() => void queries.invalidateQueries({ queryKey: mapKeys.all })), [queries])
  const { data } = useQuery({
    queryKey: mapKeys.spots(search),
    queryFn: async ({ signal }) => (search ? await fetchSpots(rest, search, signal) : NONE),
    enabled: search !== null && search.userId !== null,
    placeholderData: keepPreviousData,
    select: withoutDeleted,
  })
  return search === null ? NONE : (data ?? NONE)
}

/** The server has a deleted video until the time to undo is over. */
function withoutDeleted({ spots, unplaced }: MapSpots<Spot>): MapSpots<Spot> {
  const deleted = new Set(pendingDeletions())
  return {
    spots: spots.filter(({ video }) => !deleted.has(video)),
    unplaced: unplaced.filter((video) => !deleted.has(video)),
  }
}

/** Reads the videos page by page, in the order of their ids, and then the further places of those that show several. */
async function fetchSpots(rest: Rest, search: VideoQuery, signal: AbortSignal): Promise<MapSpots<Spot>> {
  const spots: Spot[] = []
  const placeIds = new Map<string, string | null>()
  const unplaced: string[] = []
  for (let last: string | null = null; ;) {
    const request = matching(rest, search, search.openNow ? VIDEO_COLUMNS : COLUMNS)
    const after = last === null ? request : request.gt('id', last)
    const rows: readonly (Video | null)[] = listOf(
      await after.order('id').limit(PAGE_SIZE).abortSignal(signal),
    ).map(videoOf)
    const read = rows.filter((video) => video !== null)
    for (const video of chosenOnes(read, search)) {
      placeIds.set(video.id, video.place.id)
      const spot = spotOf(video)
      if (spot) spots.push(spot)
      else unplaced.push(video.id)
    }
    last = rows.at(-1)?.id ?? null
    if (rows.length < PAGE_SIZE || last === null) break
  }
  const further = await fetchFurther(rest, search.userId ?? '', signal)
  const shown = further.filter(({ video, placeId }) => {
    const own = placeIds.get(video)
    return own !== undefined && own !== placeId
  })
  return { spots: [...spots, ...shown.map(({ spot }) => spot)], unplaced }
}

interface Further {
  readonly video: string
  readonly placeId: string
  readonly spot: Spot
}

/** The places that the person's videos show besides their main one. */
async function fetchFurther(rest: Rest, userId: string, signal: AbortSignal): Promise<readonly Further[]> {
  const request = rest
    .from('video_places')
    .select('video_id,place_id,name,lat,lng,cuisine')
    .eq('user_id', userId)
    .gt('position', 0)
    .order('created_at', { ascending: false })
    .order('place_id')
  return listOf(await request.abortSignal(signal)).flatMap(furtherOf)
}

function furtherOf(row: unknown): Further[] {
  if (!isRecord(row)) return []
  const { video_id: video, place_id: id, name, lat, lng, cuisine } = row
  if (typeof video !== 'string' || typeof id !== 'string' || typeof name !== 'string') return []
  const spot = spotAt({
    id,
    video,
    key: `${video} ${id}`,
    name,
    lat: typeof lat === 'number' ? lat : null,
    lng: typeof lng === 'number' ? lng : null,
    cuisines: Array.isArray(cuisine) ? cuisine.filter((each) => typeof each === 'string') : [],
    rating: null,
  })
  return spot ? [{ video, placeId: id, spot }] : []
}
