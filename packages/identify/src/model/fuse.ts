import { FEATURES, type Described, type FeatureName, type FeatureVector } from '../features/features.ts'
import { doubtsOf } from './doubts.ts'
import { isNearer } from '../areas/geo.ts'
import { placeId } from '@antojo/domain/places/place-facts'
import { nameKey } from '@antojo/domain/text'

/** Log-odds each feature adds; see docs/accuracy.md for how they were found. */
export const WEIGHTS: Readonly<Record<FeatureName, number>> = {
  bits: 2.1,
  coverage: -5.5,
  typo: -3,
  jammed: -0.3,
  landmark: -1.5,
  pinDirect: 2,
  pinLine: 0.5,
  label: 1.8,
  preposition: 0.7,
  quoted: 0.8,
  capitals: 1,
  standalone: 0.5,
  edge: 0.2,
  compared: -10,
  beside: -3,
  handle: 1.6,
  hashtag: 0.6,
  creator: 0.8,
  ocr: 0.6,
  transcript: -0.4,
  sources: 0.8,
  extends: -1.8,
  otherVenue: -1.2,
  geo: 2.2,
  geoConflict: -4,
  country: 0.8,
  countryConflict: -2,
  cityNamed: 1.2,
  number: 3,
  street: 1.5,
  rareStreet: 1.5,
  addressConflict: -3,
  numberConflict: -5,
  streetOther: -2.5,
  kitchen: 0.7,
  kitchenConflict: -0.4,
  phone: 5,
  common: -0.55,
  addressOnly: 0,
  addressPinned: 0,
  namedOtherwise: 0,
  generic: -3,
  localBits: 1.2,
  streetName: -2.5,
  chainElsewhere: -1,
  addressMissing: -3,
  areaName: -9,
  insideAddress: -2.5,
  cityOther: -2,
  neighbourhoodOwn: 0.5,
  neighbourhoodOther: -2,
  unexplainedPin: -3,
  unexplainedLabel: -2.5,
  unexplainedHandle: -1,
  recipe: -2,
  product: -2.5,
  advert: -2,
  question: -0.7,
  vlog: -0.8,
  withheld: -2,
  opening: 0,
  doorNamed: 3,
  besideArea: 1.5,
  wholeAlone: 1,
  ownHandle: 2.5,
  // Chosen from a list of places, so it outweighs every word of the caption.
  locationTag: 12,
}
export const BASE = -6.2

export const logOdds = (x: FeatureVector): number =>
  FEATURES.reduce((sum, name) => {
    const value = x[name]
    return value === undefined || value === 0 ? sum : sum + WEIGHTS[name] * value
  }, BASE)

export interface Fused {
  readonly described: Described
  readonly logOdds: number
  /** Probability before calibration, against its rivals and 'none of these'. */
  readonly p: number
}

interface Scored {
  readonly d: Described
  readonly score: number
  /** The words it goes by, without spaces; empty for a place found by its address alone. */
  readonly jam: string
}

const overlap = (a: Scored, b: Scored): boolean => {
  const s = a.d.best?.hit.span
  const t = b.d.best?.hit.span
  if (s === undefined || t === undefined) return false
  return (s.text === t.text && s.first <= t.last && t.first <= s.last) || a.jam === b.jam
}

const within = (a: Scored, b: Scored): boolean => {
  const s = a.d.best?.hit.span
  const t = b.d.best?.hit.span
  return s !== undefined && t !== undefined && s.last - s.first < t.last - t.first && overlap(a, b)
}

/** The same restaurant from two sources: same or contained name within 200 m. */
export function isTwin(a: Described, b: Described): boolean {
  const [p, q] = [a.candidate.place, b.candidate.place]
  if (!isNearer(p, q, 0.2)) return false
  const [k, l] = [nameKey(p.name), nameKey(q.name)]
  return k === l || ` ${k} `.includes(` ${l} `) || ` ${l} `.includes(` ${k} `)
}

/** A place of which a single doubt remains is at most this likely: it is asked for, never taken. */
const DOUBTFUL_MOST = 0.6
/** Log-odds by which a part of its own name may set a namesake back. */
const NAMESAKE_GAP = 4.5

const located = ({ x }: Described): number =>
  2 * (x.number ?? 0) + (x.street ?? 0) + (x.cityNamed ?? 0) + (x.neighbourhoodOwn ?? 0)

/** Another place that goes by the same words, no further off, and no less located by the post. */
const isNamesake = (other: Scored, own: Scored): boolean =>
  other.d.best !== null &&
  own.d.best !== null &&
  other.d.best.hit.span.key === own.d.best.hit.span.key &&
  other.score > own.score - NAMESAKE_GAP &&
  located(other.d) >= located(own.d) &&
  (other.d.x.geo ?? 0) >= (own.d.x.geo ?? 0) - 0.2

const NESTED_PENALTY = 2.5
/** Outside lists, a place stands by its own evidence beside others from these log-odds on. */
export const INDEPENDENT = 3.5

/** Only the strongest candidates compete: what the others could add is nothing. */
const MOST_RIVALS = 60

/** The strongest candidates, one of each restaurant; of equals the order is always the same. */
function strongest(described: readonly Described[]): Scored[] {
  const scored = described
    .map((d) => ({ d, score: logOdds(d.x), jam: d.best?.hit.span.key.replaceAll(' ', '') ?? '' }))
    .toSorted(
      (a, b) => b.score - a.score || (placeId(a.d.candidate.place) < placeId(b.d.candidate.place) ? -1 : 1),
    )
    .slice(0, MOST_RIVALS)
  const nested = scored.map((own) =>
    scored.some((o) => o.d !== own.d && o.score > own.score - 1 && within(own, o))
      ? { ...own, score: own.score - NESTED_PENALTY }
      : own,
  )
  const unique: Scored[] = []
  for (const s of nested.toSorted((a, b) => b.score - a.score))
    if (!unique.some((u) => isTwin(u.d, s.d))) unique.push(s)
  return unique
}

/** Scores the candidates and lets those that claim the same words (or, outside lists, all) compete. */
export function fuse(described: readonly Described[], list: boolean): Fused[] {
  const doubts = doubtsOf(list)
  const unique = strongest(described)
  return unique.map((own) => {
    const { d, score } = own
    const rivals = unique.filter(
      (o) => o.d !== d && ((!list && (score < INDEPENDENT || o.score < INDEPENDENT)) || overlap(o, own)),
    )
    const sum = rivals.reduce((total, r) => total + Math.exp(Math.min(20, r.score)), 0)
    const odds = Math.exp(Math.min(20, score))
    const p = odds / (1 + odds + sum)
    const doubtful = doubts.some((doubt) => doubt(d)) || unique.some((o) => o.d !== d && isNamesake(o, own))
    return { described: d, logOdds: score, p: doubtful ? Math.min(p, DOUBTFUL_MOST) : p }
  })
}
