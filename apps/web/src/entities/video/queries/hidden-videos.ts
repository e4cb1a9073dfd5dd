import { KNOWN_PLATFORMS } from '@antojo/domain/platforms/platform'
import type { Rest } from '../../../lib/api/rest.ts'
import { isCuisineFilter, matching, SHOWING_ALL, type VideoQuery } from '../query.ts'

/** The ids of up to `limit` videos that match the search but not the settings; null when none can. */
export function hiddenBySettings(rest: Rest, query: VideoQuery, limit: number) {
  const conditions = hiddenConditions(query)
  if (conditions.length === 0) return null
  return matching(rest, { ...query, ...SHOWING_ALL }, 'id')
    .or(conditions.join(','))
    .limit(limit)
}

/** The opposites of the conditions that the settings add to a search. */
function hiddenConditions(query: VideoQuery): readonly string[] {
  const { platforms, cuisines, diets } = query
  const conditions: string[] = []
  if (query.platform === 'all' && platforms.length < KNOWN_PLATFORMS.length)
    conditions.push(`platform.not.in.(${[...platforms, 'Other'].join(',')})`)
  if (!isCuisineFilter(query.cuisine) && cuisines.length > 0) {
    const others = cuisines.map((key) => `restaurant_cuisine.not.ilike.*${key}*`)
    conditions.push(`and(restaurant_cuisine.not.is.null,${others.join(',')})`)
  }
  if (diets.length > 0) conditions.push(`and(diet_tags.neq.{},diet_tags.not.cs.{${diets.join(',')}})`)
  return conditions
}
