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
  /** The same, although the post says something against the place: the person could have known. */
  wrongDoubtedPlace: 100,
  /** A question has to be answered. */
  question: 3,
  /** The right place is known and not offered. */
  missedPlace: 10,
} as const

/** From this confidence in all options together a question is worth asking. */
export const ASK_CONFIDENCE = COSTS.question / COSTS.missedPlace
/** From this confidence a place is taken without a question. */
export const ACCEPT_CONFIDENCE = 1 - COSTS.question / COSTS.wrongPlace
/** The same for a place against which the post says something. */
export const ACCEPT_DOUBTED = 1 - COSTS.question / COSTS.wrongDoubtedPlace
/** From this confidence a further place of a list is taken beside a certain one, because no question is left to offer it. */
const FURTHER_CONFIDENCE = COSTS.wrongPlace / (COSTS.wrongPlace + COSTS.missedPlace)
/** Options of one question, the first included. */
export const MAX_OPTIONS = SPEC_LIMITS.maxOptions

const MAX_PLACES = 12
/** An option less likely than this is no help. */
const MIN_OPTION = 0.01

/** How likely a post is about a place. */
export interface Likelihood {
  readonly p: number
  /** The same if the index were large: in a small one a question is worth as much, though it less often holds the place. */
  readonly pIfLarge: number
  /** The post says something against it. */
  readonly isDoubted: boolean
}

/** A candidate with the probability that the post is about it. */
export interface LikelyPlace extends Likelihood {
  readonly described: Described
}

export type Decision = Pick<Resolution, 'decision' | 'places'> & { reason?: WeakReason }

/** A choice among candidates by their likelihoods alone. */
export interface Choice {
  readonly decision: Resolution['decision']
  /** Numbers of the candidates that are accepted, or of the first option of a question. */
  readonly places: readonly number[]
  /** Numbers of the candidates that are offered beside the first place. */
  readonly alternatives: readonly number[]
}

/** The choice with the least expected cost. `likely` is ordered, the likeliest first; `isList` is true of a post about several places. */
export function choose(likely: readonly Likelihood[], isList: boolean): Choice {
  const all = [...likely.keys()]
  const pOf = (i: number): number => likely[i]?.p ?? 0
  const pIfLarge = (i: number): number => likely[i]?.pIfLarge ?? 0
  const isSure = (i: number, least: number): boolean =>
    pOf(i) >= (likely[i]?.isDoubted === true ? ACCEPT_DOUBTED : least)
  const least = isList && isSure(0, ACCEPT_CONFIDENCE) ? FURTHER_CONFIDENCE : ACCEPT_CONFIDENCE
  const accepted = all.filter((i) => isSure(i, least)).slice(0, MAX_PLACES)
  const places = accepted.length > 0 ? accepted : all.slice(0, 1)
  const alternatives = all
    .filter((i) => !places.includes(i) && pIfLarge(i) >= MIN_OPTION)
    .slice(0, MAX_OPTIONS - 1)
  if (accepted.length > 0) return { decision: 'accepted', places, alternatives }
  const offered = [...places, ...alternatives].reduce((sum, i) => sum + pIfLarge(i), 0)
  return offered >= ASK_CONFIDENCE
    ? { decision: 'needs_confirmation', places, alternatives }
    : { decision: 'weak_data', places: [], alternatives: [] }
}

/** Accepts places, asks about them, or says that nothing is known. `likely` is ordered, the likeliest first; `isList` is true of a post about several places. */
export function decide(
  { likely, isList }: { readonly likely: readonly LikelyPlace[]; readonly isList: boolean },
  context: PostContext,
): Decision {
  const { decision, places, alternatives } = choose(likely, isList)
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
