import { listOf, type Rest } from '../../../lib/api/rest.ts'
import { VIDEO_COLUMNS, videoOf, type Video } from '../video.ts'

/** Places per request, so that its address stays short. */
const MAX_KEYS = 40

/** The person's other videos of the places of these, the newest first. */
export async function fetchOthers(rest: Rest, videos: readonly Video[]): Promise<readonly Video[]> {
  const given = new Set(videos.map(({ id }) => id))
  const keys = [...new Set(videos.flatMap(({ place }) => place.key ?? []))]
  const others: Video[] = []
  for (let from = 0; from < keys.length; from += MAX_KEYS) {
    const rows = listOf(
      await rest
        .from('videos')
        .select(VIDEO_COLUMNS)
        .match({ user_id: videos[0]?.userId, is_diagnostic: false, identify_state: 'identified' })
        .in('place_key', keys.slice(from, from + MAX_KEYS))
        .order('created_at', { ascending: false }),
    )
    others.push(...rows.flatMap((row) => videoOf(row) ?? []))
  }
  return others.filter(({ id }) => !given.has(id))
}
