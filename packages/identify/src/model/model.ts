import { linearScore, sigmoid, type LinearModel } from './linear.ts'
import { capOf, MAX_SCORED, ranked, withRivals, type Competitor } from './rivals.ts'
import { treesScore, type TreesModel } from './trees.ts'

/** What was learned from posts. */
export interface Model {
  /** Scores each candidate alone. */
  readonly alone: LinearModel
  /** Score each of the best candidates beside its rivals; the answer is the mean of both. */
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
export function judge(model: Model, competitors: readonly Competitor[]): Judged[] {
  return rivalsOf(model.alone, competitors)
    .map(({ competitor, x, cap }) => ({
      competitor,
      p: Math.min(cap, calibrated(model.calibration, logOddsOf(model, x))),
    }))
    .toSorted((a, b) => b.p - a.p)
}

/** The best candidates with their features among their rivals. */
export function rivalsOf(
  alone: LinearModel,
  competitors: readonly Competitor[],
): { competitor: Competitor; x: number[]; cap: number }[] {
  const all = ranked(competitors, (x) => linearScore(alone, x))
  return all
    .slice(0, MAX_SCORED)
    .map((own) => ({ competitor: own.competitor, x: withRivals(own, all), cap: capOf(own, all) }))
}

/** Log-odds before calibration of the features of a candidate among its rivals. */
export function logOddsOf({ linear, trees }: Pick<Model, 'linear' | 'trees'>, x: readonly number[]): number {
  return (linearScore(linear, x) + treesScore(trees, x)) / 2
}

export function calibrated({ slope, shift }: Calibration, logOdds: number): number {
  return sigmoid(slope * logOdds + shift)
}
