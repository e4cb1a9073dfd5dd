import { distanceKm } from '@antojo/domain/distance'
import { SPEC_LIMITS } from '@antojo/domain/places/spec-limits'
import { COSTS } from './costs.ts'
import type { PlaceOption, Resolution, ResolvedPlace, WeakReason } from './evidence.ts'
import type { Described } from './features/features.ts'
import type { NameEvidence } from './model/claims.ts'
import type { PostContext } from './post-context.ts'

const MISSED: Readonly<Record<NameEvidence, number>> = {
  marked: COSTS.missedMarkedName,
  located: COSTS.missedPlace,
  written: COSTS.missedWrittenName,
  bare: COSTS.missedBareName,
}
/** A question is worth asking from this total confidence of its options. */
export const askConfidence = (evidence: NameEvidence): number => COSTS.question / MISSED[evidence]
/** A place is accepted without a question from this confidence. */
export const ACCEPT_CONFIDENCE = 1 - COSTS.question / COSTS.wrongPlace
/** The acceptance threshold of a place against which the post says something. */
export const ACCEPT_DOUBTED = 1 - COSTS.question / COSTS.wrongDoubtedPlace
/**
 * The confidence from which a further place of a list is accepted beside a certain one, because no question remains to
 * offer it.
 */
const FURTHER_CONFIDENCE = COSTS.wrongPlace / (COSTS.wrongPlace + COSTS.missedFurtherPlace)
/** The confidence from which a second place of a post about one place is accepted. */
const SECOND_CONFIDENCE = 1 - COSTS.question / COSTS.wrongSecondPlace
/** The most options of one question, the first included. */
export const MAX_OPTIONS = SPEC_LIMITS.maxOptions

const MAX_PLACES = 12
/** A less likely option is not worth showing. */
const MIN_OPTION = 0.01

/** How likely it is that a post is about a place. */
export interface Likelihood {
  readonly p: number
  /**
   * The probability if the index were large. It decides whether to ask: a question in a small index is worth as much,
   * although it holds the place less often.
   */
  readonly pIfLarge: number
  /** True when the post says something against the place. */
  readonly isDoubted: boolean
  readonly evidence: NameEvidence
  /** True when the place lies in an area that the post means. */
  readonly isLocated: boolean
}

/** A candidate with the probability that the post is about it. */
export interface LikelyPlace extends Likelihood {
  readonly described: Described
}

export type Decision = Pick<Resolution, 'decision' | 'places'> & { reason?: WeakReason }

/** A choice among candidates by their probabilities alone. */
export interface Choice {
  readonly decision: Resolution['decision']
  /** Indexes of the accepted candidates, or of the first option of a question. */
  readonly places: readonly number[]
  /** Indexes of the candidates that are offered beside the first place. */
  readonly alternatives: readonly number[]
}

/**
 * The choice with the lowest expected cost. `likely` is ordered, the likeliest first; `isList` is true for a post about
 * several places.
 */
export function choose(likely: readonly Likelihood[], isList: boolean): Choice {
  const all = [...likely.keys()]
  const pOf = (i: number): number => likely[i]?.p ?? 0
  const pIfLarge = (i: number): number => likely[i]?.pIfLarge ?? 0
  const isSure = (i: number, least: number): boolean =>
    pOf(i) >= (likely[i]?.isDoubted === true ? ACCEPT_DOUBTED : least)
  const first = all.find((i) => isSure(i, ACCEPT_CONFIDENCE))
  const beside = first === 0 ? FURTHER_CONFIDENCE : ACCEPT_CONFIDENCE
  const further = isList ? beside : SECOND_CONFIDENCE
  const accepted = first === undefined ? [] : all.filter((i) => i === first || isSure(i, further))
  const places = accepted.length > 0 ? accepted.slice(0, MAX_PLACES) : all.slice(0, 1)
  const alternatives = all
    .filter((i) => !places.includes(i) && pIfLarge(i) >= MIN_OPTION)
    .slice(0, MAX_OPTIONS - 1)
  if (accepted.length > 0) return { decision: 'accepted', places, alternatives }
  const gainOf = (i: number): number => pIfLarge(i) * MISSED[likely[i]?.evidence ?? 'bare']
  return [...places, ...alternatives].reduce((sum, i) => sum + gainOf(i), 0) >= COSTS.question
    ? { decision: 'needs_confirmation', places, alternatives }
    : { decision: 'weak_data', places: [], alternatives: [] }
}

/**
 * Of twenty posts of a saved list one is about a place, and the words of the others are often names somewhere: "Tacos
 * Veganos". So a place counts only with this confidence there, and with more when it lies in no area that the post means.
 */
const LIST_CONFIDENCE = { located: 0.88, elsewhere: 0.95 }
/** A question of a saved list is asked when the place is likelier among its options than not. */
const LIST_QUESTION = 0.55

type InList = Pick<Likelihood, 'p' | 'isLocated'>

/** True for an accepted place that is sure enough for a saved list. */
export const isSureInList = ({ p, isLocated }: InList): boolean =>
  p >= (isLocated ? LIST_CONFIDENCE.located : LIST_CONFIDENCE.elsewhere)

/** True for a post of a saved list to ask about: what is not sure is asked only where the post means the place's area. */
export function isAskedInList(places: readonly InList[], alternatives: readonly InList[]): boolean {
  const hope = [...places, ...alternatives].reduce((sum, { p }) => sum + p, 0)
  return hope >= LIST_QUESTION && places.some(({ isLocated }) => isLocated)
}

const likelihoodOf = ({ confidence: p, isLocated = false }: PlaceOption): InList => ({ p, isLocated })

/** The answer about a post, when it is one of a saved list. */
export function inSavedList(answer: Resolution): Resolution {
  const { decision, places } = answer
  const sure = places.filter((place) => decision === 'accepted' && isSureInList(likelihoodOf(place)))
  if (sure.length > 0) return { ...answer, places: sure }
  const alternatives = places.flatMap((place) => place.alternatives.map(likelihoodOf))
  return isAskedInList(places.map(likelihoodOf), alternatives)
    ? { ...answer, decision: 'needs_confirmation' }
    : { reason: 'insufficient_restaurant_data', ...answer, decision: 'weak_data', places: [] }
}

/**
 * Accepts places, asks about them, or finds too little data. `likely` is ordered, the likeliest first; `isList` is true
 * for a post about several places.
 */
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

function optionOf({ described: { candidate, why }, p, isLocated }: LikelyPlace): PlaceOption {
  return { place: candidate.place, confidence: p, why, isLocated }
}

/**
 * The difference in log-odds within which nearness to the user decides the order; it never makes a candidate likelier.
 */
const TIE = 0.3

/** Moves candidates near the user before others of about the same probability. */
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
