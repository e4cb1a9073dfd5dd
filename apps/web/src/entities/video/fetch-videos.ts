import { listOf, type Rest } from '../../lib/api/rest.ts'
import { VIDEO_COLUMNS, videoOf, type Video } from './video.ts'

/** The videos with these ids that still exist. */
export async function fetchVideosById(rest: Rest, ids: readonly string[]): Promise<readonly Video[]> {
  const rows = listOf(await rest.from('videos').select(VIDEO_COLUMNS).in('id', ids))
  return rows.map(videoOf).filter((video) => video !== null)
}
