import { isRecord } from '@antojo/domain/unknown-values'
import { listOf, type Rest } from '../../../lib/api/rest.ts'
import { matching, type VideoQuery } from '../query.ts'

/** The most rows that the data API gives at once, and that are read. */
const [PAGE, MOST] = [1000, 5000] as const

/**
 * The number of places of the videos that match a search and the settings; of more than 5000 videos, only their own number.
 * Throws when the server cannot be reached.
 */
export async function countPlaces(rest: Rest, query: VideoQuery, signal: AbortSignal) {
  const keys = new Set<unknown>()
  let videos = 1
  for (let from = 0; from < videos && videos <= MOST; from += PAGE) {
    const request = matching(rest, query, 'id,place_key')
      .order('id')
      .range(from, from + PAGE - 1)
    const answer = await request.setHeader('prefer', 'count=exact').abortSignal(signal)
    for (const row of listOf(answer)) keys.add(isRecord(row) ? (row['place_key'] ?? row['id']) : row)
    videos = answer.count ?? 0
  }
  return { places: videos > MOST ? null : keys.size, videos }
}
