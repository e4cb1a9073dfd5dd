import { linearScore, sigmoid, type LinearModel } from './linear.ts'
import { capOf, MAX_SCORED, ranked, withRivals, type Competitor, type WordsJudgement } from './rivals.ts'
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
  /** Turns that score into a probability: slope and shift of its log-odds. */
  readonly calibration: Calibration
}

export interface Calibration {
  readonly slope: number
  readonly shift: number
}

export interface Judged {
  readonly competitor: Competitor
  /** Probability that the post is about the place, as far as spec §9 allows. */
  readonly p: number
}

/** The best candidates of a post with their probabilities, the likeliest first. */
export function judge(model: Model, competitors: readonly Competitor[], words: PostWords): Judged[] {
  return rivalsOf(model, competitors, words)
    .map(({ competitor, x, cap }) => ({
      competitor,
      p: Math.min(cap, calibrated(model.calibration, logOddsOf(model, x))),
    }))
    .toSorted((a, b) => b.p - a.p)
}

/** The best candidates with their features among their rivals. */
export function rivalsOf(
  { alone, visit, role }: Pick<Model, 'alone' | 'visit' | 'role'>,
  competitors: readonly Competitor[],
  words: PostWords,
): { competitor: Competitor; x: number[]; cap: number }[] {
  const all = ranked(competitors, (x) => linearScore(alone, x))
  const read: WordsJudgement = {
    visit: wordsScore(visit, wordsOfPost(words)),
    roleOf: (claim) => (claim === null ? 0 : wordsScore(role, wordsAround(words, claim))),
  }
  return all
    .slice(0, MAX_SCORED)
    .map((own) => ({ competitor: own.competitor, x: withRivals(own, all, read), cap: capOf(own, all) }))
}

/** How much the trees count beside the linear model: they rank better, it is steadier on posts unlike any learned. */
const TREES_SHARE = 0.75

/** Log-odds before calibration of the features of a candidate among its rivals. */
export function logOddsOf({ linear, trees }: Pick<Model, 'linear' | 'trees'>, x: readonly number[]): number {
  return (1 - TREES_SHARE) * linearScore(linear, x) + TREES_SHARE * treesScore(trees, x)
}

export function calibrated({ slope, shift }: Calibration, logOdds: number): number {
  return sigmoid(slope * logOdds + shift)
}
