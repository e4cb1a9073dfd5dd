import { VIDEO_COLUMNS, videoOf, type Video } from '../../entities/video/video.ts'
import { listOf, type Rest } from '../../lib/api/rest.ts'

/** Favourites and visited places shown on the profile (spec §9). */
const MAX_SHOWN = 6

/** The videos that were the last to come into a list, the newest first. */
export async function fetchNewestIn(rest: Rest, listId: string): Promise<readonly Video[]> {
  const rows = listOf(
    await rest
      .from('list_videos')
      .select(`videos(${VIDEO_COLUMNS})`)
      .eq('list_id', listId)
      .order('created_at', { ascending: false })
      .limit(MAX_SHOWN),
  )
  return rows.flatMap((row) => {
    const video = typeof row === 'object' && row !== null && 'videos' in row ? videoOf(row.videos) : null
    return video ? [video] : []
  })
}
