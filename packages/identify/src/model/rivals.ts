import { distanceKm } from '@antojo/domain/distance'
import { isNearer } from '../areas/geo.ts'
import { featureAt, type FeatureName } from '../features/evidence-table.ts'

/** A candidate in the form in which it competes with the others of a post. */
export interface Competitor {
  /** `placeId`; breaks ties, so that the order is deterministic. */
  readonly id: string
  /** `nameKey` of the place's name. */
  readonly name: string
  readonly lat: number
  readonly lng: number
  /** Features in the order of `FEATURES`. */
  readonly x: readonly number[]
  /** The highest confidence that spec §9 allows for the place. */
  readonly cap: number
  /** The words of the post that name it; null for a place found by its address alone. */
  readonly claim: Claim | null
}

export interface Claim {
  /** Indexes of the text in the post, and of the first and last word. */
  readonly text: number
  readonly first: number
  readonly last: number
  /** The words without spaces. */
  readonly joined: string
}

/**
 * How a candidate compares with the others of its post. Scores are log-odds by which the first model judges each
 * candidate alone.
 */
export const RIVAL_FEATURES = {
  score: 'its own score',
  margin: 'score less that of the best other candidate',
  marginSame: 'score less that of the best other candidate that claims the same words',
  marginOther: 'score less that of the best candidate that claims other words',
  share: 'its odds among those of all candidates and of none',
  rank: 'number of candidates with a better score',
  same: 'log2 of the number of candidates that claim the same words',
  close: 'number of candidates that claim the same words and score nearly as well',
  strong: 'number of candidates that claim other words and are likelier right than not',
  within: 'flag: a candidate that scores nearly as well claims more words, these among them',
  around: 'flag: it claims more words than a candidate within them',
  distance: 'log2 of the kilometres to the best other candidate with other words',
  door: 'flag: a candidate that scores nearly as well has the same door',
  candidates: 'log2 of the number of candidates',
  against: 'number of things in the post that speak against it',
  times:
    'how often (log2) the post names it, less how often the likely place of other words that it names most',
  after: 'number of likely places of other words that the post names first',
  visit: 'log-odds that the post is about a visit, by its words',
  role: 'what the words around its name add to the log-odds of its score',
} as const
type RivalName = keyof typeof RIVAL_FEATURES
const isRivalName = (name: string): name is RivalName => name in RIVAL_FEATURES
export const RIVAL_NAMES: readonly RivalName[] = Object.keys(RIVAL_FEATURES).filter(isRivalName)

const MAX_MARGIN = 8
/** Log-odds. */
const CLOSE = 2
/** Kilometres. */
const TWIN_KM = 0.25
const DOOR_KM = 0.05
/** Only the best candidates compete: the rest would change nothing. */
const MAX_RIVALS = 40
/** The number of candidates that the second model scores. */
export const MAX_SCORED = 8

/** Log-odds by the words of the post, and by those around a name. */
export interface WordsJudgement {
  readonly visit: number
  readonly roleOf: (claim: Claim | null) => number
}

export interface Scored {
  readonly competitor: Competitor
  readonly score: number
}

/** The best candidates first, each restaurant once even when two sources have it. */
export function ranked(
  competitors: readonly Competitor[],
  scoreOf: (x: readonly number[]) => number,
): Scored[] {
  const scored = competitors
    .map((competitor) => ({ competitor, score: scoreOf(competitor.x) }))
    .toSorted((a, b) => b.score - a.score || (a.competitor.id < b.competitor.id ? -1 : 1))
    .slice(0, MAX_RIVALS)
  const unique: Scored[] = []
  for (const one of scored)
    if (!unique.some((other) => isTwin(other.competitor, one.competitor))) unique.push(one)
  return unique
}

/** The same restaurant from two sources: the same name, or one within the other, within 250 m. */
export function isTwin(a: Competitor, b: Competitor): boolean {
  return (
    isNearer(a, b, TWIN_KM) &&
    (a.name === b.name || ` ${a.name} `.includes(` ${b.name} `) || ` ${b.name} `.includes(` ${a.name} `))
  )
}

/** The features of a candidate, followed by those that compare it with the others of its post. */
export function withRivals(own: Scored, all: readonly Scored[], { visit, roleOf }: WordsJudgement): number[] {
  const others = all.filter((other) => other !== own)
  const same = others.filter((other) => competes(own.competitor, other.competitor))
  const different = others.filter((other) => !same.includes(other))
  const odds = (scored: Scored): number => Math.exp(Math.min(20, scored.score))
  const margin = (list: readonly Scored[]): number =>
    Math.max(-MAX_MARGIN, Math.min(MAX_MARGIN, own.score - (list[0]?.score ?? -Infinity)))
  const nearly = (other: Scored): boolean => other.score > own.score - CLOSE
  const nearest = different[0]
  const values: Record<RivalName, number> = {
    score: own.score,
    margin: margin(others),
    marginSame: margin(same),
    marginOther: margin(different),
    share: odds(own) / all.reduce((sum, each) => sum + odds(each), 1),
    rank: others.filter(({ score }) => score > own.score).length,
    same: Math.log2(1 + same.length),
    close: same.filter(nearly).length,
    strong: different.filter(({ score }) => score > 0).length,
    within: flag(same.some((other) => nearly(other) && holds(other.competitor.claim, own.competitor.claim))),
    around: flag(same.some((other) => holds(own.competitor.claim, other.competitor.claim))),
    distance: nearest === undefined ? 0 : Math.log2(1 + distanceKm(own.competitor, nearest.competitor)),
    door: flag(others.some((other) => nearly(other) && isNearer(own.competitor, other.competitor, DOOR_KM))),
    candidates: Math.log2(1 + all.length),
    against: saidAgainst(own, others),
    ...besideLikely(own, likelyBeside(own, others)),
    visit,
    role: roleOf(own.competitor.claim),
  }
  return [...own.competitor.x, ...RIVAL_NAMES.map((name) => values[name])]
}

/** A difference between the shares of two names that a post leaves out, from which one is named and the other hardly. */
const MUCH_OF_NAME = 0.25

/** True when the post gives one address, and a place has it that is named more fully or else likelier. */
function takesDoor(other: Scored, own: Scored): boolean {
  const isNumbered = ({ competitor }: Scored): boolean => (competitor.x[featureAt('number')] ?? 0) > 0
  const leftOut = ({ competitor: { claim, x } }: Scored): number =>
    claim === null ? 1 : (x[featureAt('coverage')] ?? 0)
  const more = leftOut(own) - leftOut(other)
  return (
    (Math.abs(more) > MUCH_OF_NAME ? more > 0 : other.score > own.score) &&
    isNumbered(other) &&
    isNumbered(own) &&
    isNearer(own.competitor, other.competitor, DOOR_KM)
  )
}

const has = ({ x }: Competitor, name: FeatureName): boolean => (x[featureAt(name)] ?? 0) >= 0.5

const ownsAddress = ({ competitor: { claim, x } }: Scored): boolean =>
  claim !== null && (x[featureAt('number')] ?? 0) > 0

/** Other places that the post is likely about. What the post says about one of them does not count against this one. */
const likelyBeside = (own: Scored, others: readonly Scored[]): Scored[] =>
  others.filter(({ score, competitor }) => score > 0 && !competes(own.competitor, competitor))

/**
 * The contradictions in the post: another address, part of the city or city, a new branch, a comparison, or words that
 * are hardly a name.
 */
function contradictions(own: Scored, others: readonly Scored[], likely: readonly Scored[]): number {
  const is = (name: FeatureName): boolean => has(own.competitor, name)
  return [
    is('otherAddress') && !likely.some(ownsAddress),
    is('neighbourhoodOther') && !likely.some(({ competitor }) => has(competitor, 'neighbourhoodOwn')),
    is('geoConflict') && !is('number'),
    is('opening') && !is('number') && !is('street') && !is('neighbourhoodOwn'),
    is('compared'),
    is('nowhereUnmarked') && !isShouted(own.competitor),
    is('insideAddress') && !is('number'),
    is('addressOnly') && is('cuisineConflict'),
    is('unfounded'),
    is('beside'),
    is('closed'),
    is('person'),
    is('unvisited'),
    is('command'),
    others.some((other) => takesDoor(other, own)),
  ].filter(Boolean).length
}

/** A title or caption writes the words in capital letters, as a name. */
export const isShouted = (own: Competitor): boolean =>
  has(own, 'upper') && has(own, 'caption') && (own.x[featureAt('spanWords')] ?? 0) > 1

/** Bits, in tens, from which a name is distinctive without other evidence. */
const DISTINCTIVE_BITS = 1.2

/** The number of things in the post that speak against a candidate among its rivals. */
function saidAgainst(own: Scored, others: readonly Scored[]): number {
  const { x } = own.competitor
  const isOneWord = x[featureAt('spanWords')] === 1 && x[featureAt('nameWords')] === 1
  const isUnmarkedWord = has(own.competitor, 'namedOtherwise') && has(own.competitor, 'lower')
  const isTaggedOther =
    !has(own.competitor, 'locationTag') &&
    others.some(({ competitor }) => has(competitor, 'locationTag') && !has(competitor, 'areaName'))
  const isVague = has(own.competitor, 'keyCount') || (x[featureAt('bits')] ?? 0) < DISTINCTIVE_BITS
  return (
    contradictions(own, others, likelyBeside(own, others)) +
    flag(isTaggedOther) +
    flag(isVague && has(own.competitor, 'nowhere')) +
    flag(isOneWord && isUnmarkedWord)
  )
}

/** How a candidate compares with the likely places that the post names in other words. */
function besideLikely(
  { competitor: { claim, x } }: Scored,
  likely: readonly Scored[],
): Record<'times' | 'after', number> {
  const times = featureAt('times')
  const isFirst = (other: Claim | null): boolean =>
    claim !== null &&
    other !== null &&
    (other.text < claim.text || (other.text === claim.text && other.last < claim.first))
  return {
    times: (x[times] ?? 0) - Math.max(0, ...likely.map(({ competitor }) => competitor.x[times] ?? 0)),
    after: likely.filter(({ competitor }) => isFirst(competitor.claim)).length,
  }
}

const flag = (is: boolean): number => (is ? 1 : 0)

/**
 * True when the same words name both, so that at most one is meant; but a post that gives the addresses of two branches
 * means both.
 */
export function competes(a: Competitor, b: Competitor): boolean {
  const isAddressed = ({ x }: Competitor): boolean => x[featureAt('number')] === 1
  const areBranches =
    (a.x[featureAt('addresses')] ?? 0) > 1 && isAddressed(a) && isAddressed(b) && !isNearer(a, b, DOOR_KM)
  return !areBranches && claimsSame(a.claim, b.claim)
}

/** True when both claims are the same words, or words that were written alike. */
function claimsSame(a: Claim | null, b: Claim | null): boolean {
  if (a === null || b === null) return false
  return a.joined === b.joined || (a.text === b.text && a.first <= b.last && b.first <= a.last)
}

function holds(outer: Claim | null, inner: Claim | null): boolean {
  return (
    outer !== null &&
    inner !== null &&
    outer.text === inner.text &&
    outer.first <= inner.first &&
    outer.last >= inner.last &&
    outer.last - outer.first > inner.last - inner.first
  )
}
