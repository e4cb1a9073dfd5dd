import { calibrated } from './model/calibrate.ts'
import type { PlaceOption, Resolution, ResolvedPlace, WeakReason } from './evidence.ts'
import type { PostContext } from './post-context.ts'
import { confidenceCap, SPEC_LIMITS } from '@antojo/domain/places/spec-limits'
import { distanceKm } from '@antojo/domain/distance'
import { isMarkedItself } from './model/doubts.ts'
import { INDEPENDENT, type Fused } from './model/fuse.ts'

/** From this confidence a place is taken without a question. */
export const ACCEPT_CONFIDENCE = 0.8
/** From this confidence in all candidates together a question is worth asking. */
export const ASK_CONFIDENCE = 0.1
/** A further place is taken from this confidence in a list, and from the next elsewhere. */
export const FURTHER_IN_LIST = 0.77
export const FURTHER_CONFIDENCE = 0.93
const FURTHER_LOG_ODDS = 1.5
/** Outside a list, a further place that nothing but its capitals marks needs so much. */
const FURTHER_ALONE = 5
/** Options of one question, the first included. */
export const MAX_OPTIONS = SPEC_LIMITS.maxOptions

const MAX_PLACES = 12
const MIN_OPTION = 0.02

/** The calibrated confidence under the caps of spec §9: no strong anchor, no restaurant. */
const option = ({ described, p }: Fused): PlaceOption => {
  const { candidate, best, x, why } = described
  const anchored = best !== null || (x.number ?? 0) > 0
  const cap = confidenceCap({ anchored, types: candidate.place.categories })
  return { place: candidate.place, confidence: Math.min(calibrated(p), cap), why }
}

/** Houses so near (kilometres) share an address that the post gives once. */
const NEXT_DOOR_KM = 0.15

/** Another place at the address that tells of the first one. */
const isNextDoor = (first: Fused, other: Fused | undefined): boolean =>
  other !== undefined &&
  Math.min(first.described.x.number ?? 0, other.described.x.number ?? 0) > 0 &&
  distanceKm(first.described.candidate.place, other.described.candidate.place) < NEXT_DOOR_KM

export type Decision = Pick<Resolution, 'decision' | 'places'> & { reason?: WeakReason }

/** Accept, ask or say that nothing is known. */
export function decide(fused: readonly Fused[], list: boolean, context: PostContext): Decision {
  const first = fused[0]
  if (first === undefined) return { decision: 'weak_data', reason: weakReason(context, false), places: [] }
  const best = option(first)
  const others = fused.slice(1).map(option)
  const marked = (i: number): boolean => fused[i] !== undefined && isMarkedItself(fused[i].described)
  const named = (i: number): boolean => (fused[i]?.described.x.capitals ?? 0) > 0
  if (best.confidence >= ACCEPT_CONFIDENCE) {
    const further = others
      .filter((o, i) => {
        const own = fused[i + 1]?.logOdds ?? 0
        return list
          ? o.confidence >= FURTHER_IN_LIST && own >= FURTHER_LOG_ODDS
          : o.confidence >= FURTHER_CONFIDENCE &&
              !isNextDoor(first, fused[i + 1]) &&
              own >= INDEPENDENT &&
              (marked(i + 1) || (own >= FURTHER_ALONE && named(i + 1)))
      })
      .slice(0, MAX_PLACES - 1)
    const rest = others
      .filter((o) => !further.includes(o) && o.confidence >= MIN_OPTION)
      .slice(0, MAX_OPTIONS - 1)
    const chosen: ResolvedPlace[] = [
      { ...best, alternatives: rest },
      ...further.map((o) => ({ ...o, alternatives: [] })),
    ]
    return { decision: 'accepted', places: chosen }
  }
  // A chain's branches share what the post tells of it: all of them together make a question worth asking.
  const told = [best, ...others].reduce((total, o) => total + o.confidence, 0)
  if (told < ASK_CONFIDENCE) return { decision: 'weak_data', reason: weakReason(context, true), places: [] }
  const rest = others
    .filter((o) => o.confidence >= Math.min(MIN_OPTION, best.confidence / 2))
    .slice(0, MAX_OPTIONS - 1)
  return { decision: 'needs_confirmation', places: [{ ...best, alternatives: rest }] }
}

function weakReason(context: PostContext, named: boolean): WeakReason {
  const { recipe, product, advert } = context.kind
  if (Math.max(recipe, product, advert) >= 1) return 'not_a_restaurant_post'
  return named ? 'insufficient_restaurant_data' : 'no_restaurant_name'
}
