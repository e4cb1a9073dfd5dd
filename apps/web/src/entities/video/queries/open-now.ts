import type { Point } from '@antojo/domain/distance'
import { openJudge } from '@antojo/domain/hours/open-at'
import type { UrlSearch } from '../../../lib/navigation/navigation.ts'
import type { Rest } from '../../../lib/api/rest.ts'
import { distanceTo } from '../labels.ts'
import {
  chosenCuisines,
  fetchVideos,
  FIRST_CURSOR,
  readPage,
  type Cursor,
  type VideoPage,
  type VideoQuery,
  fetchVideosById,
} from '../query.ts'
import { placeKeyOf, videoOf, type Video } from '../video.ts'

/** The columns that say when a place is open and where it is, and those that the order needs. */
export const HOURS_COLUMNS =
  'id,video_url,created_at,opening_hours,opening_hours_weekday_text,time_zone,place_key,place_news,enrich_place_lat,enrich_place_lng'
/** The most rows that the data API gives at once. */
export const CHUNK = 1000
const PAGE_SIZE = 60

/**
 * The videos whose place is open now by its own clock, and as near as the query asks. A state that was read earlier does not
 * count.
 */
export function chosenOnes(
  videos: readonly Video[],
  { openNow, within }: Pick<VideoQuery, 'openNow' | 'within'>,
): readonly Video[] {
  const isOpen = openJudge(new Date())
  return videos.filter(
    ({ place }) =>
      (!openNow || isOpen(place.hours, place.timeZone) === true) &&
      (within === null || (distanceTo(place, within) ?? Number.POSITIVE_INFINITY) <= within.km),
  )
}

/** The videos of a list that pass the filters. */
export function chosenIn(
  videos: readonly Video[],
  { cuisine, open, km }: Pick<UrlSearch, 'cuisine' | 'open' | 'km'>,
  near: Point | null,
): readonly Video[] {
  const cuisines = chosenCuisines(cuisine)
  const within = near && km !== '' ? { ...near, km: Number(km) } : null
  return chosenOnes(videos, { openNow: open, within }).filter(
    ({ place }) => cuisines.length === 0 || place.cuisines.some((each) => cuisines.includes(each)),
  )
}

/** The database judges neither hours nor distances, so all of them are read before the first page: its count is true. */
export async function fetchOpenVideos(
  rest: Rest,
  query: VideoQuery,
  cursor: Cursor,
  signal: AbortSignal,
): Promise<VideoPage> {
  if (cursor.kind === 'open') return await pageOf(rest, cursor)
  const isGuest = query.userId === null
  const all = isGuest
    ? (await fetchVideos(rest, query, cursor, signal)).videos
    : await readAll(rest, query, signal)
  const open = chosenOnes(all, query)
  const near = query.openNow ? chosenOnes(all, { ...query, openNow: false }) : []
  const unknown = near.filter(({ place }) => place.hours === null || place.timeZone === null).length
  const hours = { open: new Set(open.map(placeKeyOf)).size, unknown }
  if (isGuest) return { videos: open, next: null, hours }
  const ids = open.map(({ id }) => id)
  return { ...(await pageOf(rest, { kind: 'open', ids, offset: 0 })), hours }
}

async function readAll(rest: Rest, query: VideoQuery, signal: AbortSignal): Promise<readonly Video[]> {
  const found: Video[] = []
  for (let cursor: Cursor | null = FIRST_CURSOR; cursor !== null;) {
    const page = await readPage(rest, query, cursor, { limit: CHUNK, signal, columns: HOURS_COLUMNS })
    found.push(...page.rows.flatMap((row) => videoOf(row) ?? []))
    cursor = page.next
  }
  return found
}

async function pageOf(rest: Rest, cursor: Extract<Cursor, { kind: 'open' }>): Promise<VideoPage> {
  const end = cursor.offset + PAGE_SIZE
  const wanted = cursor.ids.slice(cursor.offset, end)
  const videos = wanted.length === 0 ? [] : await fetchVideosById(rest, wanted)
  const place = new Map(wanted.map((id, index) => [id, index]))
  return {
    videos: videos.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0)),
    next: cursor.ids.length > end ? { ...cursor, offset: end } : null,
  }
}
