import { KNOWN_PLATFORMS } from '@antojo/domain/platforms/platform'
import { listOf, type Rest } from '../../../lib/api/rest.ts'
import { chosenCuisines, matching, SHOWING_ALL, type VideoQuery } from '../query.ts'
import { videoOf } from '../video.ts'

/** The number, up to `most`, of videos that match the search but not the settings. */
export async function countHidden(
  rest: Rest,
  query: VideoQuery,
  most: number,
  signal: AbortSignal,
): Promise<number> {
  const conditions = hiddenConditions(query)
  if (conditions.length === 0) return 0
  // Loaded only then, because home loads this file at each start.
  const hours = query.openNow || query.within ? await import('./open-now.ts') : null
  const request = matching(rest, { ...query, ...SHOWING_ALL }, hours?.HOURS_COLUMNS ?? 'id')
    .or(conditions.join(','))
    .limit(hours?.CHUNK ?? most)
  const rows = listOf(await request.abortSignal(signal))
  return hours === null
    ? rows.length
    : hours.chosenOnes(
        rows.flatMap((row) => videoOf(row) ?? []),
        query,
      ).length
}

/** The opposites of the conditions that the settings add to a search. */
function hiddenConditions(query: VideoQuery): readonly string[] {
  const { platforms, cuisines, diets } = query
  const conditions: string[] = []
  if (query.platform === 'all' && platforms.length < KNOWN_PLATFORMS.length)
    conditions.push(`platform.not.in.(${[...platforms, 'Other'].join(',')})`)
  if (chosenCuisines(query.cuisine).length === 0 && cuisines.length > 0) {
    const others = cuisines.map((key) => `restaurant_cuisine.not.ilike.*${key}*`)
    conditions.push(`and(restaurant_cuisine.not.is.null,${others.join(',')})`)
  }
  if (diets.length > 0) conditions.push(`and(diet_tags.neq.{},diet_tags.not.cs.{${diets.join(',')}})`)
  return conditions
}
