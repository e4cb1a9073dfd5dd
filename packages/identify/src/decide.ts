import { distanceKm } from '@antojo/domain/distance'
import { SPEC_LIMITS } from '@antojo/domain/places/spec-limits'
import type { PlaceOption, Resolution, ResolvedPlace, WeakReason } from './evidence.ts'
import type { Described } from './features/features.ts'
import type { PostContext } from './post-context.ts'

/**
 * What each outcome costs the person, against each other. Every decision is the one with the least expected cost.
 */
export const COSTS = {
  /** A wrong place is saved without a question. */
  wrongPlace: 25,
  /** A question has to be answered. */
  question: 3,
  /** The right place is known and not offered. */
  missedPlace: 10,
} as const

/** From this confidence in all options together a question is worth asking. */
export const ASK_CONFIDENCE = COSTS.question / COSTS.missedPlace
/** From this confidence a place is taken without a question. */
export const ACCEPT_CONFIDENCE = 1 - COSTS.question / COSTS.wrongPlace
/** From this confidence a further place of a list is taken beside a certain one, because no question is left to offer it. */
const FURTHER_CONFIDENCE = COSTS.wrongPlace / (COSTS.wrongPlace + COSTS.missedPlace)
/** Options of one question, the first included. */
export const MAX_OPTIONS = SPEC_LIMITS.maxOptions

const MAX_PLACES = 12
/** An option less likely than this is no help. */
const MIN_OPTION = 0.01

/** A candidate with the probability that the post is about it. */
export interface LikelyPlace {
  readonly described: Described
  readonly p: number
}

export type Decision = Pick<Resolution, 'decision' | 'places'> & { reason?: WeakReason }

/** A choice among candidates by their confidences alone. */
export interface Choice {
  readonly decision: Resolution['decision']
  /** Numbers of the candidates that are accepted, or of the first option of a question. */
  readonly places: readonly number[]
  /** Numbers of the candidates that are offered beside the first place. */
  readonly alternatives: readonly number[]
}

/** The choice with the least expected cost. `confidences` are ordered, the likeliest first; `list` is true of a post that lists places. */
export function choose(confidences: readonly number[], list: boolean): Choice {
  const all = [...confidences.keys()]
  const isCertain = (confidences[0] ?? 0) >= ACCEPT_CONFIDENCE
  const least = list && isCertain ? FURTHER_CONFIDENCE : ACCEPT_CONFIDENCE
  const accepted = all.filter((i) => (confidences[i] ?? 0) >= least).slice(0, MAX_PLACES)
  const places = accepted.length > 0 ? accepted : all.slice(0, 1)
  const alternatives = all
    .filter((i) => !places.includes(i) && (confidences[i] ?? 0) >= MIN_OPTION)
    .slice(0, MAX_OPTIONS - 1)
  if (accepted.length > 0) return { decision: 'accepted', places, alternatives }
  const offered = [...places, ...alternatives].reduce((sum, i) => sum + (confidences[i] ?? 0), 0)
  return offered >= ASK_CONFIDENCE
    ? { decision: 'needs_confirmation', places, alternatives }
    : { decision: 'weak_data', places: [], alternatives: [] }
}

/** Accepts places, asks about them, or says that nothing is known. `likely` is ordered, the likeliest first. */
export function decide(likely: readonly LikelyPlace[], context: PostContext): Decision {
  const { decision, places, alternatives } = choose(
    likely.map(({ p }) => p),
    context.list,
  )
  if (decision === 'weak_data')
    return { decision, reason: weakReason(context, likely.length > 0), places: [] }
  const optionAt = (i: number): PlaceOption[] => likely.slice(i, i + 1).map(optionOf)
  const chosen = places.flatMap((number, i): ResolvedPlace[] =>
    optionAt(number).map((option) => ({
      ...option,
      alternatives: i === 0 ? alternatives.flatMap(optionAt) : [],
    })),
  )
  return { decision, places: chosen }
}

function optionOf({ described: { candidate, why }, p }: LikelyPlace): PlaceOption {
  return { place: candidate.place, confidence: p, why }
}

/** Log-odds within which nearness to the user puts one candidate before another; it never makes one likelier. */
const TIE = 0.3

/** Puts of about equal candidates those near the user first. */
export function nearestFirst<T extends LikelyPlace>(
  likely: readonly T[],
  user: { readonly lat: number; readonly lng: number; readonly radiusKm: number },
): T[] {
  const rank = ({ p, described }: T): number =>
    Math.log(p / (1 - p)) + (distanceKm(described.candidate.place, user) < user.radiusKm ? TIE : 0)
  return likely.toSorted((a, b) => rank(b) - rank(a))
}

function weakReason(context: PostContext, isNamed: boolean): WeakReason {
  const { recipe, product, advert } = context.kind
  if (Math.max(recipe, product, advert) >= 1) return 'not_a_restaurant_post'
  return isNamed ? 'insufficient_restaurant_data' : 'no_restaurant_name'
}
