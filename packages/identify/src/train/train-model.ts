import { linearScore, type LinearModel } from '../model/linear.ts'
import { calibrated, logOddsOf, rivalsOf, type Calibration, type Model } from '../model/model.ts'
import { MAX_SCORED, ranked, type Competitor } from '../model/rivals.ts'
import { wordsAround, wordsOfPost } from '../model/words.ts'
import { fitLinear, type Example } from './fit-linear.ts'
import { fitTrees } from './fit-trees.ts'
import { fitWords } from './fit-words.ts'
import { altered, retagged, toSmallIndex } from './altered-posts.ts'
import type { Form, PosedPost, TrainingPost } from './training-post.ts'

/** How the learners are set. Found by cross-validation over writers; see docs/accuracy.md. */
export const LEARNING = {
  /** Pull of the weights of the model that scores each candidate alone, and of the one that scores it beside its rivals. */
  ridgeAlone: 3,
  ridge: 10,
  trees: { trees: 500, depth: 5, rate: 0.05, ridge: 4, minSide: 1, features: 0.2 },
  /** Models over words, and the parts in which they are learned for posts that others learn from. */
  visit: { ridge: 5, minTimes: 4, minWriters: 3 },
  role: { ridge: 5, minTimes: 4, minWriters: 3 },
  parts: 4,
  /** How much a post counts in each form. */
  weight: {
    plain: 1,
    removed: 1.5,
    tagged: 3,
    hinted: 1,
    contradicted: 0.5,
    unmeant: 0.5,
    addressed: 1,
    unlocated: 0.7,
    titled: 0.7,
    retitled: 0.7,
  } satisfies Record<Form, number>,
  /** What the right place of an ambiguous post counts as: it is to be offered, not taken. */
  ambiguous: 0.4,
  /** The same for the right place of a post that says something against it. */
  contradicted: 0.2,
  /** Wrong candidates of a post of which the first model learns; more of them teach it nothing new. */
  wrongOnes: 10,
} as const

type Learned = Omit<Model, 'calibration'>

/** The probabilities of a posed post by a model that did not see its writer. */
export interface Judgement {
  readonly post: TrainingPost
  readonly posed: PosedPost
  /** The likeliest first. */
  readonly judged: readonly { readonly competitor: Competitor; readonly gold: number; readonly p: number }[]
}

/** Leaves one group of posts out at a time, and judges it by a model that learned from the others. */
export function crossValidate(
  posts: readonly TrainingPost[],
  onFold: (group: string) => void = () => {},
  groupOf: (post: TrainingPost) => string = ({ writer }) => writer,
): { judgements: Judgement[]; calibration: Calibration } {
  const groups = [...new Set(posts.map(groupOf))]
  const raw = groups.flatMap((group) => {
    onFold(group)
    const learned = learn(posts.filter((post) => groupOf(post) !== group))
    return posts
      .filter((post) => groupOf(post) === group)
      .flatMap((post) => post.posed.map((posed) => ({ post, posed, scores: scoresOf(learned, posed) })))
  })
  const judgements = groups.flatMap((group) => {
    const others = raw.filter(({ post }) => groupOf(post) !== group)
    const calibration = fitCalibration(others)
    return raw
      .filter(({ post }) => groupOf(post) === group)
      .map(({ post, posed, scores }) => {
        const judged = scores.map(({ competitor, gold, cap, logOdds }) => ({
          competitor,
          gold,
          p: Math.min(cap, calibrated(calibration, logOdds)),
        }))
        return { post, posed, judged }
      })
  })
  return { judgements, calibration: fitCalibration(raw) }
}

interface ScoredPost {
  readonly post: TrainingPost
  readonly posed: PosedPost
  readonly scores: readonly {
    readonly competitor: Competitor
    readonly gold: number
    readonly cap: number
    readonly logOdds: number
  }[]
}

function scoresOf(learned: Learned, posed: PosedPost): ScoredPost['scores'] {
  const goldOf = new Map(posed.competitors.map((competitor, i) => [competitor, posed.gold[i] ?? -1]))
  return rivalsOf(learned, posed.competitors, posed.words)
    .map(({ competitor, x, cap }) => ({
      competitor,
      cap,
      gold: goldOf.get(competitor) ?? -1,
      logOdds: logOddsOf(learned, x),
    }))
    .toSorted((a, b) => b.logOdds - a.logOdds)
}

/** Platt's: a slope and a shift of the log-odds, from posts as they are. */
function fitCalibration(posts: readonly ScoredPost[]): Calibration {
  const examples = posts
    .filter(({ posed }) => posed.form === 'plain')
    .flatMap(({ scores }) =>
      scores.map(({ gold, logOdds }) => ({ x: [logOdds], y: gold >= 0 ? 1 : 0, weight: 1 })),
    )
  const { bias, scale, weight } = fitLinear(examples, 0.01)
  return { slope: (weight[0] ?? 0) * (scale[0] ?? 0), shift: bias }
}

/** A post in all its forms. */
function posedOf(post: TrainingPost): PosedPost[] {
  const all = [...post.posed, ...retagged(post), ...altered(post)]
  return [...all, ...all.flatMap((posed) => toSmallIndex(post, posed))]
}

/** Learns from all posts. */
export function learn(posts: readonly TrainingPost[]): Learned {
  const alone = fitLinear(
    posts.flatMap((post) => posedOf(post).flatMap((posed) => aloneExamples(post, posed))),
    LEARNING.ridgeAlone,
  )
  const examples = partsOf(posts).flatMap(({ part, others }) => {
    const readers = { alone, ...fitReaders(alone, others) }
    return part.flatMap((post) =>
      posedOf(post).flatMap((posed) => examplesBesideRivals(readers, post, posed)),
    )
  })
  return {
    alone,
    ...fitReaders(alone, posts),
    linear: fitLinear(examples, LEARNING.ridge),
    trees: fitTrees(examples, LEARNING.trees),
  }
}

type Readers = Pick<Model, 'visit' | 'role'>

/** Parts of the writers, each with the posts of all others: what is read in a post is learned from other writers, as later in use. */
function partsOf(posts: readonly TrainingPost[]): { part: TrainingPost[]; others: TrainingPost[] }[] {
  const writers = [...new Set(posts.map(({ writer }) => writer))]
  const partOf = ({ writer }: TrainingPost): number => writers.indexOf(writer) % LEARNING.parts
  return Array.from({ length: LEARNING.parts }, (_, number) => ({
    part: posts.filter((post) => partOf(post) === number),
    others: posts.filter((post) => partOf(post) !== number),
  }))
}

/** Learns what the words of posts, and those around names, tell. */
function fitReaders(alone: LinearModel, posts: readonly TrainingPost[]): Readers {
  const plain = posts.flatMap((post) =>
    post.posed.filter(({ form }) => form === 'plain').map((posed) => ({ post, posed })),
  )
  const visit = plain.map(({ post: { kind, writer }, posed: { words } }) => ({
    words: wordsOfPost(words),
    y: kind === 'none' ? 0 : 1,
    known: 0,
    writer,
  }))
  const role = plain.flatMap(({ post: { writer }, posed: { words, competitors, gold } }) => {
    const goldOf = new Map(competitors.map((competitor, i) => [competitor, gold[i] ?? -1]))
    return ranked(competitors, (x) => linearScore(alone, x))
      .slice(0, MAX_SCORED)
      .flatMap(({ competitor, score }) =>
        competitor.claim === null
          ? []
          : [
              {
                words: wordsAround(words, competitor.claim),
                y: (goldOf.get(competitor) ?? -1) >= 0 ? 1 : 0,
                known: score,
                writer,
              },
            ],
      )
  })
  return { visit: fitWords(visit, LEARNING.visit), role: fitWords(role, LEARNING.role) }
}

/** The best candidates; of an altered post its subject alone, because the others are as wrong as before. */
function examplesBesideRivals(
  readers: Pick<Model, 'alone' | 'visit' | 'role'>,
  post: TrainingPost,
  posed: PosedPost,
): Example[] {
  const goldOf = new Map(posed.competitors.map((competitor, i) => [competitor, posed.gold[i] ?? -1]))
  return rivalsOf(readers, posed.competitors, posed.words).flatMap(({ competitor, x }): Example[] => {
    const isRight = (goldOf.get(competitor) ?? -1) >= 0
    if (posed.subject !== undefined && posed.subject !== competitor) return []
    return [{ x, y: isRight ? certainty(post, posed) : 0, weight: LEARNING.weight[posed.form] }]
  })
}

/** What the right place of a post counts as. */
function certainty({ kind }: TrainingPost, { form }: PosedPost): number {
  if (form === 'unmeant') return 0
  if (form === 'contradicted') return LEARNING.contradicted
  return kind === 'ambiguous' ? LEARNING.ambiguous : 1
}

/** Every right candidate, and a share of the wrong ones that counts for all. */
function aloneExamples(post: TrainingPost, { form, competitors, gold, subject }: PosedPost): Example[] {
  if (form === 'removed' || form === 'retitled' || subject !== undefined) return []
  const wrong = competitors.filter((_, i) => (gold[i] ?? -1) < 0)
  const step = Math.max(1, Math.round(wrong.length / LEARNING.wrongOnes))
  const start = post.id.length % step
  const chosen = wrong.filter((_, i) => i % step === start)
  const weight = chosen.length === 0 ? 0 : wrong.length / chosen.length
  const right = competitors.filter((_, i) => (gold[i] ?? -1) >= 0)
  return [...right.map(({ x }) => ({ x, y: 1, weight: 1 })), ...chosen.map(({ x }) => ({ x, y: 0, weight }))]
}
