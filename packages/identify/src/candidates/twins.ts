import { distanceKm } from '@antojo/domain/distance'
import type { PlaceFacts } from '@antojo/domain/places/place-facts'
import { editDistance } from '@antojo/domain/spelling/edit-distance'
import type { Candidate } from './candidate.ts'
import { coreOf } from './local-names.ts'

/** Sources place two records of one restaurant at most this far apart (kilometres). */
const SAME_PLACE_KM = 0.15
/** The number of last digits by which two telephone numbers are compared. */
const PHONE_DIGITS = 7

/**
 * Merges the records of one restaurant, which several sources may have, into one candidate: the record with the most
 * facts, with the hits of all.
 */
export function mergeTwins(candidates: readonly Candidate[]): Candidate[] {
  const merged: Candidate[] = []
  for (const candidate of candidates.toSorted((a, b) => factsOf(b.place) - factsOf(a.place))) {
    const at = merged.findIndex((other) => isTwin(other, candidate))
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

/**
 * True for records of different sources that lie together and share a telephone or a name, apart from generic words.
 */
function isTwin(a: Candidate, b: Candidate): boolean {
  if (a.place.source === b.place.source || distanceKm(a.place, b.place) > SAME_PLACE_KM) return false
  const [one, other] = [coreOf(a.nameWords).join(''), coreOf(b.nameWords).join('')]
  if (editDistance(one, other, 1) <= (Math.min(one.length, other.length) > 5 ? 1 : 0)) return true
  const phone = phoneOf(a.place)
  return phone.length === PHONE_DIGITS && phone === phoneOf(b.place)
}

const phoneOf = ({ phone }: PlaceFacts): string => (phone ?? '').replace(/\D/g, '').slice(-PHONE_DIGITS)
