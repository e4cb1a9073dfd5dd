import {
  byClaim,
  claimFeatures,
  isDoubted,
  isLocated,
  nameEvidence,
  probabilities,
  severalFeatures,
  type NameEvidence,
  type Rival,
  type ScoredRival,
} from './claims.ts'
import { featureAt } from '../features/evidence-table.ts'
import type { KnownNames } from './known-names.ts'
import { linearScore, sigmoid, type LinearModel } from './linear.ts'
import { MAX_SCORED, ranked, withRivals, type Competitor, type WordsJudgement } from './rivals.ts'
import { treesScore, type TreesModel } from './trees.ts'
import { wordsAround, wordsOfPost, wordsScore, type PostWords, type WordsModel } from './words.ts'

/** Everything that was learned from posts. */
export interface Model {
  /** How common words and names are in the index that it learned from. */
  readonly names: KnownNames
  /** Judges by the words around it, and before any place is looked up, whether words are the name of the place. */
  readonly nameOdds: LinearModel
  /** Scores each candidate alone. */
  readonly alone: LinearModel
  /** Judges by the words of a post whether it is about a visit. */
  readonly visit: WordsModel
  /** Judges by the words around a name whether it is that of the place. */
  readonly role: WordsModel
  /** Score each of the best candidates beside its rivals; the result is a weighted mean of both. */
  readonly linear: LinearModel
  readonly trees: TreesModel
  /** Turns the scores of candidates that the same words name into the probability that one of them is right. */
  readonly calibration: LinearModel
  /** Judges by these scores whether the post is about several places. */
  readonly several: LinearModel
}
/** The parts that score candidates; the calibration is learned from their scores. */
export type Scorer = Omit<Model, 'calibration' | 'several' | 'names' | 'nameOdds'>

export interface Judged {
  readonly competitor: Competitor
  /** The probability that the post is about the place, up to the limit of spec §9. */
  readonly p: number
  /** The probability if the index were as large as the one learned from, where that is more. */
  readonly pIfLarge: number
  /** True when the post says something against the place. */
  readonly isDoubted: boolean
  readonly evidence: NameEvidence
  /** True when the place lies in an area that the post means. */
  readonly isLocated: boolean
}

/** The judgement about the places of a post. */
export interface PostJudgement {
  /** The best candidates, the likeliest first. */
  readonly judged: readonly Judged[]
  /** True when the post is about several places. */
  readonly isList: boolean
}

export function judge(model: Model, competitors: readonly Competitor[], words: PostWords): PostJudgement {
  return judgePost(model, scoredPost(model, competitors, words))
}

/** The candidates of a post with their scores, both for the index in use and for a large one. */
export interface ScoredPost {
  readonly claims: readonly ScoredClaim[]
  readonly claimsIfLarge: readonly ScoredClaim[]
}

export function scoredPost(scorer: Scorer, competitors: readonly Competitor[], words: PostWords): ScoredPost {
  const claims = scoredClaims(scorer, competitors, words)
  const isSmall = competitors.some(({ x }) => (x[INDEXED] ?? 0) < 0)
  const claimsIfLarge = isSmall ? scoredClaims(scorer, competitors.map(asIfLarge), words) : claims
  return { claims, claimsIfLarge }
}

const INDEXED = featureAt('indexed')
const LOCAL_INDEXED = featureAt('localIndexed')

function asIfLarge(competitor: Competitor): Competitor {
  return { ...competitor, x: competitor.x.with(INDEXED, 0).with(LOCAL_INDEXED, 0) }
}

/** The probability of several places from which a post is treated as a list. */
const SEVERAL = 0.3

export function judgePost(
  { calibration, several }: Pick<Model, 'calibration' | 'several'>,
  { claims, claimsIfLarge }: ScoredPost,
): PostJudgement {
  const z = severalFeatures(claimsIfLarge.map(({ rivals }) => rivals))
  const ifLarge = new Map(placesOf(calibration, claimsIfLarge).map(({ competitor, p }) => [competitor.id, p]))
  const isList = sigmoid(linearScore(several, z)) >= SEVERAL
  const judged = placesOf(calibration, claims)
    .map((each) => {
      const large = ifLarge.get(each.competitor.id) ?? each.p
      // An index that has several names of one post covers its area.
      return { ...each, p: isList ? large : each.p, pIfLarge: Math.max(large, each.p) }
    })
    .toSorted((a, b) => b.p - a.p)
  return { judged, isList }
}

/** The candidates that the same words name, with their scores and the features for the calibration. */
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

function placesOf(calibration: LinearModel, claims: readonly ScoredClaim[]): Omit<Judged, 'pIfLarge'>[] {
  return claims.flatMap((claim) => {
    const p = probabilities(calibration, claim)
    return claim.rivals.map((rival, i) => ({
      competitor: rival.competitor,
      p: p[i] ?? 0,
      isDoubted: isDoubted(rival),
      evidence: nameEvidence(rival),
      isLocated: isLocated(rival),
    }))
  })
}

/** The best candidates, with their features among their rivals. */
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

/**
 * The weight of the trees against the linear model: trees rank better, the linear model is steadier on posts unlike
 * those learned.
 */
const TREES_SHARE = 0.75

/** The uncalibrated log-odds of a candidate by its features among its rivals. */
export function logOddsOf({ linear, trees }: Pick<Model, 'linear' | 'trees'>, x: readonly number[]): number {
  return (1 - TREES_SHARE) * linearScore(linear, x) + TREES_SHARE * treesScore(trees, x)
}
