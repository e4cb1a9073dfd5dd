import { isRecord } from '@antojo/domain/unknown-values'
import { listOf, type Rest } from '../../../lib/api/rest.ts'
import { matching, type VideoQuery } from '../query.ts'

/** The most rows that the data API gives at once. */
const MOST = 1000

/**
 * The number of places of the videos that match a search and the settings; of more than 1000 videos, only their own number.
 * Throws when the server cannot be reached.
 */
export async function countPlaces(rest: Rest, query: VideoQuery, signal: AbortSignal) {
  const request = matching(rest, query, 'id,place_key').limit(MOST).setHeader('prefer', 'count=exact')
  const answer = await request.abortSignal(signal)
  const keys = listOf(answer).map((row) => (isRecord(row) ? (row['place_key'] ?? row['id']) : row))
  const videos = answer.count ?? keys.length
  return { places: videos > MOST ? null : new Set(keys).size, videos }
}
