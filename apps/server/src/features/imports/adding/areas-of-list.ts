import { AREA_REASONS } from '@antojo/domain/places/evidence-kinds'
import type { PostArea } from '@antojo/identify/evidence'

/** An entry that names areas, and no place that the index has. */
export interface NamingEntry {
  readonly areas: readonly PostArea[]
}

/** A city that so many posts of one list name is meant, unless its name is a plain word. */
const MIN_POSTS = 3

/** The same for all names of one area. */
export const areaKey = ({ lat, lng }: Pick<PostArea, 'lat' | 'lng'>): string => `${lat} ${lng}`

/** The areas of a list that are meant for a reason, those that most entries name first. */
export function areasOfList(entries: readonly NamingEntry[]): PostArea[] {
  const named = Map.groupBy(
    entries.flatMap(({ areas }) => areas),
    areaKey,
  )
  return [...named.values()]
    .toSorted((a, b) => b.length - a.length)
    .flatMap(([first, ...others]) => {
      if (first === undefined) return []
      const all = [first, ...others]
      const told = AREA_REASONS.find((reason) => all.some((area) => area.reason === reason))
      const isOfList = all.length >= MIN_POSTS && all.some(({ isPlain }) => isPlain !== true)
      const reason = told ?? (isOfList ? 'list' : null)
      return reason === null ? [] : [{ ...first, reason }]
    })
}
