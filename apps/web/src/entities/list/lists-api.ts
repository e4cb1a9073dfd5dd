import { queryOptions, type QueryState } from '@tanstack/react-query'
import { listOf, rowsOf, strings, type Rest } from '../../lib/api/rest.ts'
import { VIDEO_COLUMNS, videoOf, type Video } from '../video/video.ts'
import { LIST_COLUMNS, listFrom, listOfMembership, openedListFrom, type VideoList, listKeys } from './list.ts'

/** The first videos of a list fill a screen. */
const FIRST_SIZE = 60
/** Rows per further request. Guests may skip 1,000 rows at most, so that requests begin at full hundreds. */
const PAGE_SIZE = 500

export interface MyLists {
  readonly own: readonly VideoList[]
  /** Lists of others of which the person is a member. */
  readonly shared: readonly VideoList[]
}

/** The person's lists, built-in ones first, then by position and the newest first; and the lists shared with them. */
export async function fetchMyLists(rest: Rest, userId: string): Promise<MyLists> {
  const [own, shared] = await Promise.all([
    rest
      .from('video_lists')
      .select(LIST_COLUMNS)
      .eq('user_id', userId)
      .order('position')
      .order('created_at', { ascending: false }),
    rest
      .from('list_members')
      .select(`access,video_lists(${LIST_COLUMNS})`)
      .eq('user_id', userId)
      .order('created_at'),
  ])
  return {
    own: listOf(own)
      .map((row) => listFrom(row, 'owner'))
      .toSorted((a, b) => Number(a.kind === 'custom') - Number(b.kind === 'custom')),
    shared: listOf(shared).flatMap((entry) => listOfMembership(entry) ?? []),
  }
}

const ID_SHAPE = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** A list by its id; null when it does not exist or is not shared with the viewer. */
export async function fetchList(rest: Rest, id: string): Promise<VideoList | null> {
  if (!ID_SHAPE.test(id)) return null
  const [found] = listOf(await rest.rpc('read_list', { list_id: id }))
  return found === undefined ? null : openedListFrom(found)
}

async function fetchRows(rest: Rest, listId: string, from: number, to: number) {
  if (!ID_SHAPE.test(listId)) return { videos: [], isLast: true }
  const asked = rest.rpc('read_list_videos', { list_id: listId }).select(VIDEO_COLUMNS)
  const rows = listOf(await asked.range(from, to - 1))
  const videos = rows.map(videoOf).flatMap((video) => (video ? { ...video, listId } : []))
  return { videos, isLast: rows.length < to - from }
}

/** Ids of the visible lists that hold the video's place. */
export async function fetchListsOfVideo(rest: Rest, videoId: string): Promise<ReadonlySet<string>> {
  return new Set(strings(listOf(await rest.rpc('lists_of_place', { video_id: videoId }))))
}

export async function addToList(rest: Rest, listId: string, ...videoIds: string[]): Promise<void> {
  const entries = videoIds.map((videoId) => ({ list_id: listId, video_id: videoId }))
  rowsOf(
    await rest.from('list_videos').upsert(entries, { onConflict: 'list_id,video_id' }).select('video_id'),
  )
}

/** Takes the place of a video out of a list, whichever of its videos stands there. */
export async function removeFromList(rest: Rest, listId: string, videoId: string): Promise<void> {
  rowsOf(await rest.rpc('take_place_out', { list_id: listId, video_id: videoId }))
}

/** Entries per write, so that the body stays well below the data API's limit of 256 KiB. */
const MAX_ENTRIES_PER_WRITE = 1000

/** Writes the order of a list's videos. */
export async function arrangeList(
  rest: Rest,
  listId: string,
  videos: readonly { id: string }[],
): Promise<void> {
  for (let first = 0; first < videos.length; first += MAX_ENTRIES_PER_WRITE) {
    const video_ids = videos.slice(first, first + MAX_ENTRIES_PER_WRITE).map(({ id }) => id)
    rowsOf(await rest.rpc('arrange_list', { list_id: listId, video_ids, first }))
  }
}

/** The longest time until a change on another device shows. */
const REFRESH_MS = 8000
const MAX_REFRESH_MS = 5 * 60_000

/**
 * Milliseconds until lists are requested again: after failures, as long as these have lasted; false while the screen shows
 * only a button that requests them.
 */
export function refreshLists({ state }: { readonly state: QueryState }): number | false {
  if (state.status !== 'error') return REFRESH_MS
  if (state.dataUpdatedAt === 0) return false
  return Math.min(MAX_REFRESH_MS, Math.max(REFRESH_MS, state.errorUpdatedAt - state.dataUpdatedAt))
}

/** During this time, a list is not requested again. */
const LIST_STALE_TIME_MS = 2000

/** The query of a list, as its viewer sees it. */
export function listQuery(rest: Rest, id: string, userId: string | null) {
  return queryOptions({
    queryKey: listKeys.opened(id, userId),
    queryFn: () => fetchList(rest, id),
    staleTime: LIST_STALE_TIME_MS,
  })
}

/** The query of a list's first videos, which are shown until all have come. */
export function firstVideosQuery(rest: Rest, id: string, userId: string | null) {
  return queryOptions({
    queryKey: [...listKeys.videos(id, userId), 'first'],
    queryFn: () => fetchRows(rest, id, 0, FIRST_SIZE),
    staleTime: LIST_STALE_TIME_MS,
    meta: { keepOffline: false },
  })
}

/** The query of a list's videos. */
export function listVideosQuery(rest: Rest, id: string, userId: string | null) {
  return queryOptions({
    queryKey: listKeys.videos(id, userId),
    queryFn: async ({ client }): Promise<readonly Video[]> => {
      const pages = [await client.fetchQuery(firstVideosQuery(rest, id, userId))]
      const fetchPage = (page: number) =>
        fetchRows(rest, id, page * PAGE_SIZE || FIRST_SIZE, (page + 1) * PAGE_SIZE)
      // The rest of the first page, then two at once.
      for (let page = 0, n = 1; pages.at(-1)?.isLast === false; page += n, n = 2)
        pages.push(...(await Promise.all([page, page + 1].slice(0, n).map(fetchPage))))
      return pages.flatMap(({ videos }) => videos)
    },
    staleTime: LIST_STALE_TIME_MS,
  })
}
