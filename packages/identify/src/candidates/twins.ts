import type { PlaceFacts } from '@antojo/domain/places/place-facts'
import { isSamePlace } from '@antojo/domain/places/same-place'
import type { Candidate } from './candidate.ts'

/**
 * Merges the records of one restaurant, which several sources may have, into one candidate: the record with the most
 * facts, with the hits of all.
 */
export function mergeTwins(candidates: readonly Candidate[]): Candidate[] {
  const merged: Candidate[] = []
  for (const candidate of candidates.toSorted((a, b) => factsOf(b.place) - factsOf(a.place))) {
    const at = merged.findIndex((other) => isSamePlace(other.place, candidate.place))
    const twin = merged[at]
    if (twin === undefined) merged.push(candidate)
    else {
      const isProvided = twin.isProvided || candidate.isProvided
      merged[at] = { ...twin, isProvided, hits: [...twin.hits, ...candidate.hits] }
    }
  }
  return merged
}

const factsOf = (place: PlaceFacts): number => Object.keys(place).length + place.cuisine.length
