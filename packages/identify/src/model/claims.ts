import { featureAt, type FeatureName } from '../features/evidence-table.ts'
import { linearScore, sigmoid, type LinearModel } from './linear.ts'
import { competes, isShouted, RIVAL_NAMES, type Competitor } from './rivals.ts'

/** One of the best candidates, with its features among its rivals. */
export interface Rival {
  readonly competitor: Competitor
  readonly x: readonly number[]
}

/**
 * Groups candidates by the words of the post that name them: at most one of each group is right. The best by its own
 * features comes first.
 */
export function byClaim<T extends Rival>(rivals: readonly T[]): T[][] {
  const claims: T[][] = []
  for (const rival of rivals) {
    const known = claims.find(([first]) => first && competes(first.competitor, rival.competitor))
    if (known === undefined) claims.push([rival])
    else known.push(rival)
  }
  return claims
}

/**
 * The features of a claim that the calibration reads. A score is in log-odds; a score of several candidates says that
 * any of them is right. In a small index the right place is seldom among the candidates, however well one of them fits.
 */
export const CLAIM_FEATURES = ['best', 'total', 'others', 'othersInList', 'indexed', 'sumIndexed'] as const
type ClaimFeature = (typeof CLAIM_FEATURES)[number]

/** A candidate with its score among its rivals. */
export interface ScoredRival extends Rival {
  readonly logOdds: number
}

/** Scores beyond this are capped, because they say nothing more. */
const MAX_SCORE = 9
const bounded = (score: number): number => Math.min(MAX_SCORE, Math.max(-MAX_SCORE, score))
/** The lower limit of the others' score: a post with a single candidate hardly occurs in a large index. */
const MIN_OTHERS = -6

const totalOf = (rivals: readonly ScoredRival[]): number =>
  Math.log(rivals.reduce((sum, { logOdds }) => sum + Math.exp(logOdds), Number.MIN_VALUE))

/**
 * The features of a claim among all of its post: its score and that of the other claims, which in a list do not speak
 * against it.
 */
export function claimFeatures(claim: readonly ScoredRival[], all: readonly ScoredRival[]): number[] {
  const best = Math.max(...claim.map(({ logOdds }) => logOdds))
  const sum = totalOf(claim)
  const isList = claim[0]?.competitor.x[featureAt('list')] === 1
  const indexed = claim[0]?.competitor.x[featureAt('indexed')] ?? 0
  const others = Math.max(MIN_OTHERS, bounded(totalOf(all.filter((each) => !claim.includes(each)))))
  const values: Record<ClaimFeature, number> = {
    best: bounded(best),
    total: sum - best,
    others: isList ? 0 : others,
    othersInList: isList ? others : 0,
    indexed,
    sumIndexed: (indexed * Math.max(0, bounded(sum))) / MAX_SCORE,
  }
  return CLAIM_FEATURES.map((name) => values[name])
}

/** The features that indicate how many places a post is about; scores are those of the best candidate of each claim. */
const SEVERAL_FEATURES = ['list', 'strong', 'likely', 'claims'] as const
type SeveralFeature = (typeof SEVERAL_FEATURES)[number]
const MAX_CLAIMS = 4

/**
 * The shape of the post, the number of claims more likely right than not, the expected number of right ones, and the
 * number of claims.
 */
export function severalFeatures(claims: readonly (readonly ScoredRival[])[]): number[] {
  const scores = claims.map((claim) => Math.max(...claim.map(({ logOdds }) => logOdds)))
  const values: Record<SeveralFeature, number> = {
    list: claims[0]?.[0]?.competitor.x[featureAt('list')] ?? 0,
    strong: Math.min(MAX_CLAIMS, scores.filter((score) => score > 0).length),
    likely: Math.min(
      MAX_CLAIMS,
      scores.reduce((sum, score) => sum + sigmoid(score), 0),
    ),
    claims: Math.min(2 * MAX_CLAIMS, claims.length),
  }
  return SEVERAL_FEATURES.map((name) => values[name])
}

const AGAINST = RIVAL_NAMES.indexOf('against')

/** Words that leave out this share of a name may belong to another one: 'Birriería El Compadre', 'Birriería 9 Esquinas'. */
const HALF_NAMED = 0.5

const saidAgainst = ({ competitor, x }: Rival): number => x[competitor.x.length + AGAINST] ?? 0

/** True when the post says something against the place, or has at most half of its name and not its address. */
export function isDoubted({ competitor, x }: Rival): boolean {
  const value = (name: FeatureName): number => x[featureAt(name)] ?? 0
  const isHalfNamed = value('partial') > 0 && value('coverage') >= HALF_NAMED && value('number') === 0
  return isHalfNamed || saidAgainst({ competitor, x }) > 0
}

/** Beside its name, a post can mark it as a name, tell where it is, write it as one writes a name, or say nothing. */
export type NameEvidence = 'marked' | 'located' | 'written' | 'bare'

const MARKS: readonly FeatureName[] = [
  'pinDirect',
  'pinLine',
  'label',
  'handle',
  'ownHandle',
  'locationTag',
  'hint',
]
const LOCATIONS: readonly FeatureName[] = [
  'number',
  'street',
  'phone',
  'doorNamed',
  'addressPinned',
  'cityNamed',
  'neighbourhoodOwn',
  'besideArea',
]
/** From the value of a region that is named. */
const MIN_EVIDENCE = 0.4

const hasAny = ({ competitor: { x } }: Rival, names: readonly FeatureName[]): boolean =>
  names.some((name) => (x[featureAt(name)] ?? 0) >= MIN_EVIDENCE)

/** Words against a place outweigh its marks, but a pin marks plain words without an area: the question asks where. */
export function nameEvidence(rival: Rival): NameEvidence {
  const isPinnedNowhere =
    hasAny(rival, ['pinDirect']) && hasAny(rival, ['nowhere']) && saidAgainst(rival) === 1
  const isWritten = hasAny(rival, ['preposition']) || isShouted(rival.competitor)
  const bare = isWritten ? 'written' : 'bare'
  if (hasAny(rival, ['unfounded']) || (isDoubted(rival) && !isPinnedNowhere)) return bare
  return hasAny(rival, MARKS) ? 'marked' : hasAny(rival, LOCATIONS) ? 'located' : bare
}

/** True when the place lies in an area that the post means, or has an address that it gives. */
export const isLocated = (rival: Rival): boolean => hasAny(rival, ['geo', ...LOCATIONS])

/** The probability of each candidate: that of its claim, divided among the claim's candidates by their scores. */
export function probabilities(
  calibration: LinearModel,
  { z, rivals }: { readonly z: readonly number[]; readonly rivals: readonly ScoredRival[] },
): number[] {
  const p = sigmoid(linearScore(calibration, z))
  const total = totalOf(rivals)
  return rivals.map((rival) => Math.min(rival.competitor.cap, p * Math.exp(rival.logOdds - total)))
}
