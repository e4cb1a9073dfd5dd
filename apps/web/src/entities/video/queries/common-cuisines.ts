import { CUISINE_FILTERS } from '@antojo/domain/cuisine-labels'
import { chosenCuisines } from '../query.ts'

const MAX_CUISINES = 3

/** The choices for the most common cuisines of places, most common first; none when all places are of one. */
export function commonCuisines(places: readonly (readonly string[])[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const cuisine of places.flat()) {
    if (chosenCuisines(cuisine).length === 0) continue
    const choice = choiceOf(cuisine)
    counts.set(choice, (counts.get(choice) ?? 0) + 1)
  }
  if (counts.size < 2) return []
  return [...counts]
    .toSorted(([a, some], [b, more]) => more - some || a.localeCompare(b))
    .slice(0, MAX_CUISINES)
    .map(([choice]) => choice)
}

/** The filter of spec §5 for a cuisine, where there is one. */
function choiceOf(cuisine: string): string {
  const filter = Object.entries(CUISINE_FILTERS).find(([, [first]]) => first === cuisine)
  return filter?.[0] ?? cuisine
}
