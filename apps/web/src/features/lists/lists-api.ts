import { z } from 'zod'
import { listOf, rowsOf, type Rest } from '../../lib/rest.ts'
import { videoColumns } from '../videos/query.ts'
import { videoOf, type Video } from '../videos/video.ts'
import { listColumns, listFrom, type VideoList } from './list.ts'

/** Rows a request for the videos of a list asks for. */
const pageSize = 500

export interface MyLists {
  readonly own: readonly VideoList[]
  /** Lists of others of which the person is a member. */
  readonly shared: readonly VideoList[]
}

const membership = z.object({ video_lists: z.unknown() })

/** The person's lists, built-in ones first, then in their own order, the newest first; and those shared with them. */
export async function fetchMyLists(rest: Rest, userId: string): Promise<MyLists> {
  const [own, shared] = await Promise.all([
    rest
      .from('video_lists')
      .select(listColumns)
      .eq('user_id', userId)
      .order('position')
      .order('created_at', { ascending: false }),
    rest.from('list_members').select(`video_lists(${listColumns})`).eq('user_id', userId).order('created_at'),
  ])
  return {
    own: listOf(own)
      .map(listFrom)
      .toSorted((a, b) => Number(a.kind === 'custom') - Number(b.kind === 'custom')),
    shared: listOf(shared).flatMap((entry) => {
      const list = membership.parse(entry).video_lists
      return list === null ? [] : [listFrom(list)]
    }),
  }
}

const idShape = z.uuid()

/** A list by its id; null when it is not there or not shared with whoever asks. */
export async function fetchList(rest: Rest, id: string): Promise<VideoList | null> {
  if (!idShape.safeParse(id).success) return null
  const [found] = listOf(await rest.from('video_lists').select(listColumns).eq('id', id).limit(1))
  return found === undefined ? null : listFrom(found)
}

/** The videos of a list in its order. */
export async function fetchListVideos(rest: Rest, listId: string): Promise<readonly Video[]> {
  if (!idShape.safeParse(listId).success) return []
  const videos: Video[] = []
  for (let from = 0; ; from += pageSize) {
    const rows = listOf(
      await rest
        .from('list_videos')
        .select(`position,videos(${videoColumns})`)
        .eq('list_id', listId)
        .order('position')
        .order('created_at', { ascending: false })
        .order('video_id')
        .range(from, from + pageSize - 1),
    )
    videos.push(...rows.flatMap(videoIn))
    if (rows.length < pageSize) return videos
  }
}

function videoIn(entry: unknown): Video[] {
  const video =
    typeof entry === 'object' && entry !== null && 'videos' in entry ? videoOf(entry.videos) : null
  return video ? [video] : []
}

/** Ids of the lists that hold the video, of those that the person sees. */
export async function fetchListsOfVideo(rest: Rest, videoId: string): Promise<ReadonlySet<string>> {
  const rows = listOf(await rest.from('list_videos').select('list_id').eq('video_id', videoId))
  return new Set(rows.map((found) => z.object({ list_id: z.string() }).parse(found).list_id))
}

export async function addToList(rest: Rest, listId: string, videoId: string): Promise<void> {
  rowsOf(
    await rest
      .from('list_videos')
      .upsert({ list_id: listId, video_id: videoId }, { onConflict: 'list_id,video_id' })
      .select('video_id'),
  )
}

export async function removeFromList(rest: Rest, listId: string, videoId: string): Promise<void> {
  rowsOf(
    await rest.from('list_videos').delete().match({ list_id: listId, video_id: videoId }).select('video_id'),
  )
}

/** Writes the order of a list's videos. */
export async function arrangeList(rest: Rest, listId: string, videoIds: readonly string[]): Promise<void> {
  const entries = videoIds.map((videoId, position) => ({ list_id: listId, video_id: videoId, position }))
  rowsOf(
    await rest.from('list_videos').upsert(entries, { onConflict: 'list_id,video_id' }).select('video_id'),
  )
}
