import { featureAt } from '../features/feature-names.ts'
import { linearScore, sigmoid, type LinearModel } from './linear.ts'
import { claimsSame, RIVAL_NAMES, type Competitor } from './rivals.ts'

/** One of the best candidates, with its features among its rivals. */
export interface Rival {
  readonly competitor: Competitor
  readonly x: readonly number[]
}

/** The candidates that the same words of the post name: at most one of them is right. The best by its own features is the first. */
export function byClaim<T extends Rival>(rivals: readonly T[]): T[][] {
  const claims: T[][] = []
  for (const rival of rivals) {
    const known = claims.find(
      ([first]) => first && claimsSame(first.competitor.claim, rival.competitor.claim),
    )
    if (known === undefined) claims.push([rival])
    else known.push(rival)
  }
  return claims
}

/** What the calibration reads of a claim. A score is in log-odds; that of several candidates is of any of them. */
const CLAIM_FEATURES = ['best', 'total', 'others', 'othersInList'] as const
type ClaimFeature = (typeof CLAIM_FEATURES)[number]

/** A candidate with its score among its rivals. */
export interface ScoredRival extends Rival {
  readonly logOdds: number
}

/** Scores beyond these say nothing more. */
const MAX_SCORE = 9
const bounded = (score: number): number => Math.min(MAX_SCORE, Math.max(-MAX_SCORE, score))

const totalOf = (rivals: readonly ScoredRival[]): number =>
  Math.log(rivals.reduce((sum, { logOdds }) => sum + Math.exp(logOdds), Number.MIN_VALUE))

/** Features of a claim among all of its post: its score, and that of the other claims, which in a list speak not against it. */
export function claimFeatures(claim: readonly ScoredRival[], all: readonly ScoredRival[]): number[] {
  const best = Math.max(...claim.map(({ logOdds }) => logOdds))
  const isList = claim[0]?.competitor.x[featureAt('list')] === 1
  const others = bounded(totalOf(all.filter((each) => !claim.includes(each))))
  const values: Record<ClaimFeature, number> = {
    best: bounded(best),
    total: totalOf(claim) - best,
    others: isList ? 0 : others,
    othersInList: isList ? others : 0,
  }
  return CLAIM_FEATURES.map((name) => values[name])
}

/** The highest confidence of a place against which the post says something: the person is asked. */
const CONTRADICTED = 0.65
const AGAINST = RIVAL_NAMES.indexOf('against')

function capOf({ competitor, x }: Rival): number {
  const isAgainst = (x[competitor.x.length + AGAINST] ?? 0) > 0
  return isAgainst ? Math.min(competitor.cap, CONTRADICTED) : competitor.cap
}

/** The probability of each candidate of a claim: that of the claim, divided among them by their scores. */
export function probabilities(
  calibration: LinearModel,
  { z, rivals }: { readonly z: readonly number[]; readonly rivals: readonly ScoredRival[] },
): number[] {
  const p = sigmoid(linearScore(calibration, z))
  const total = totalOf(rivals)
  return rivals.map((rival) => Math.min(capOf(rival), p * Math.exp(rival.logOdds - total)))
}
