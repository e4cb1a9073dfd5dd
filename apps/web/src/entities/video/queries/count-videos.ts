import type { Rest } from '../../../lib/api/rest.ts'
import { matching, type VideoQuery } from '../query.ts'

/** The number of videos that match a search and the settings; null when the server does not say. Throws when it cannot be reached. */
export async function countVideos(
  rest: Rest,
  query: VideoQuery,
  signal: AbortSignal,
): Promise<number | null> {
  const { count, error } = await matching(rest, query, 'id')
    .range(0, 0)
    .setHeader('prefer', 'count=exact')
    .abortSignal(signal)
  if (error) throw error
  return count
}
