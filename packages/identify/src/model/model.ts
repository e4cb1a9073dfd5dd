import { byClaim, claimFeatures, probabilities, type Rival, type ScoredRival } from './claims.ts'
import { linearScore, type LinearModel } from './linear.ts'
import { MAX_SCORED, ranked, withRivals, type Competitor, type WordsJudgement } from './rivals.ts'
import { treesScore, type TreesModel } from './trees.ts'
import { wordsAround, wordsOfPost, wordsScore, type PostWords, type WordsModel } from './words.ts'

/** What was learned from posts. */
export interface Model {
  /** Scores each candidate alone. */
  readonly alone: LinearModel
  /** Reads in the words of a post whether it is about a visit. */
  readonly visit: WordsModel
  /** Reads in the words around a name whether it is that of the place. */
  readonly role: WordsModel
  /** Score each of the best candidates beside its rivals; the answer is a mean of both. */
  readonly linear: LinearModel
  readonly trees: TreesModel
  /** Turns the scores of candidates that the same words name into the probability that one of them is right. */
  readonly calibration: LinearModel
}
/** All but the calibration, which is learned from answers of the rest. */
export type Scorer = Omit<Model, 'calibration'>

export interface Judged {
  readonly competitor: Competitor
  /** Probability that the post is about the place, as far as spec §9 allows. */
  readonly p: number
}

/** The best candidates of a post with their probabilities, the likeliest first. */
export function judge(model: Model, competitors: readonly Competitor[], words: PostWords): Judged[] {
  return placesOf(model.calibration, scoredClaims(model, competitors, words))
}

/** The candidates that the same words name, with their scores and what the calibration reads of them. */
export interface ScoredClaim {
  readonly rivals: readonly ScoredRival[]
  readonly z: readonly number[]
}

export function scoredClaims(
  model: Scorer,
  competitors: readonly Competitor[],
  words: PostWords,
): ScoredClaim[] {
  const all = rivalsOf(model, competitors, words).map(({ competitor, x }) => ({
    competitor,
    x,
    logOdds: logOddsOf(model, x),
  }))
  return byClaim(all).map((rivals) => ({ rivals, z: claimFeatures(rivals, all) }))
}

export function placesOf(calibration: LinearModel, claims: readonly ScoredClaim[]): Judged[] {
  return claims
    .flatMap((claim) => {
      const p = probabilities(calibration, claim)
      return claim.rivals.map(({ competitor }, i) => ({ competitor, p: p[i] ?? 0 }))
    })
    .toSorted((a, b) => b.p - a.p)
}

/** The best candidates with their features among their rivals. */
export function rivalsOf(
  { alone, visit, role }: Pick<Model, 'alone' | 'visit' | 'role'>,
  competitors: readonly Competitor[],
  words: PostWords,
): Rival[] {
  const all = ranked(competitors, (x) => linearScore(alone, x))
  const read: WordsJudgement = {
    visit: wordsScore(visit, wordsOfPost(words)),
    roleOf: (claim) => (claim === null ? 0 : wordsScore(role, wordsAround(words, claim))),
  }
  return all
    .slice(0, MAX_SCORED)
    .map((own) => ({ competitor: own.competitor, x: withRivals(own, all, read) }))
}

/** How much the trees count beside the linear model: they rank better, it is steadier on posts unlike any learned. */
const TREES_SHARE = 0.75

/** Log-odds before calibration of the features of a candidate among its rivals. */
function logOddsOf({ linear, trees }: Pick<Model, 'linear' | 'trees'>, x: readonly number[]): number {
  return (1 - TREES_SHARE) * linearScore(linear, x) + TREES_SHARE * treesScore(trees, x)
}
