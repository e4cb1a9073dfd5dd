import { severalFeatures } from '../../src/model/claims.ts'
import { linearScore, type LinearModel } from '../../src/model/linear.ts'
import {
  judgePost,
  rivalsOf,
  scoredPost,
  type Judged,
  type Model,
  type ScoredPost,
  type Scorer,
} from '../../src/model/model.ts'
import { MAX_SCORED, ranked, type Competitor } from '../../src/model/rivals.ts'
import { wordsAround, wordsOfPost } from '../../src/model/words.ts'
import { fitLinear, type Example } from './fit-linear.ts'
import { fitTrees } from './fit-trees.ts'
import { fitWords } from './fit-words.ts'
import { altered, retagged, toSmallIndex } from './altered-posts.ts'
import type { Form, PosedPost, TrainingPost } from './training-post.ts'

/** The parameters of the learners. Found by cross-validation over writers; see docs/accuracy.md. */
export const LEARNING = {
  /**
   * Pull towards 0 of the weights in the model that scores each candidate alone, and in the one that scores it beside
   * its rivals.
   */
  ridgeAlone: 3,
  ridge: 10,
  trees: { trees: 350, depth: 4, rate: 0.07, ridge: 4, minSide: 1, features: 0.2, rows: 0.6 },
  ridgeCalibration: 1,
  /**
   * The models over words, and the number of parts into which the posts are divided to learn these models from other
   * posts.
   */
  visit: { ridge: 5, minTimes: 4, minWriters: 3 },
  role: { ridge: 5, minTimes: 4, minWriters: 3 },
  parts: 4,
  /** The weight of a post in each form. */
  weight: {
    plain: 1,
    removed: 3,
    tagged: 3,
    hinted: 1,
    contradicted: 1,
    unmeant: 1,
    addressed: 1,
    unlocated: 0.7,
    titled: 0.7,
    retitled: 0.7,
    nameless: 0.7,
    listed: 0.7,
    builtIn: 20,
    thinned: 1,
    absent: 4,
  } satisfies Record<Form, number>,
  /** The target of the right place of an ambiguous post: it should be offered, not accepted. */
  ambiguous: 1,
  /** The target of the right place of a post that says something against it. */
  contradicted: 0.2,
  /** The weight of the right place of a small index in the calibration: people try places that such an index has. */
  rightInSmall: 2.5,
  /**
   * The weight of a post that names no restaurant: of what people save, most posts are such, of the written posts a fifth.
   */
  none: 2,
  /** The number of wrong candidates of a post that the first model learns from; more of them add nothing. */
  wrongOnes: 10,
} as const

/** The probabilities of a posed post by a model that has not seen its writer. */
export interface Judgement {
  readonly post: TrainingPost
  readonly posed: PosedPost
  readonly isList: boolean
  /** The likeliest first. */
  readonly judged: readonly (Judged & { readonly gold: number })[]
}

/** The group of posts that are never learned from. */
const HELD = 'held'

/**
 * Leaves one group of posts out at a time, and judges it by a model that learned from the others. Posts of held writers
 * are judged by a model that learned from all others.
 */
export function crossValidate(
  posts: readonly TrainingPost[],
  onFold: (group: string) => void = () => {},
  part: (post: TrainingPost) => string = ({ writer }) => writer,
  held: ReadonlySet<string> = new Set(),
): { judgements: Judgement[]; readings: Readings } {
  const groupOf = (post: TrainingPost): string => (held.has(post.writer) ? HELD : part(post))
  const lessons = posts.filter((post) => groupOf(post) !== HELD)
  const groups = [...new Set(posts.map(groupOf))]
  const scored = groups.flatMap((group) => {
    onFold(group)
    const scorer = learn(lessons.filter((post) => groupOf(post) !== group))
    return posts
      .filter((post) => groupOf(post) === group)
      .flatMap((post) => post.posed.map((posed) => scoredPosed(scorer, post, posed)))
  })
  const learned = scored.filter(({ post }) => groupOf(post) !== HELD)
  const judgements = groups.flatMap((group) => {
    const readings = fitReadings(learned.filter(({ post }) => groupOf(post) !== group))
    return scored
      .filter(({ post }) => groupOf(post) === group)
      .map(({ post, posed, goldOf, ...scores }) => {
        const { judged, isList } = judgePost(readings, scores)
        return {
          post,
          posed,
          isList,
          judged: judged.map((each) => ({ ...each, gold: goldOf(each.competitor) })),
        }
      })
  })
  return { judgements, readings: fitReadings(learned) }
}

/** The parts of the model that are learned from scores of posts by other writers. */
type Readings = Pick<Model, 'calibration' | 'several'>

function fitReadings(posts: readonly ScoredPosed[]): Readings {
  const plain = posts.filter(({ posed }) => posed.form === 'plain')
  return { calibration: fitCalibration(posts), several: fitSeveral(plain) }
}

interface ScoredPosed extends ScoredPost {
  readonly post: TrainingPost
  readonly posed: PosedPost
  readonly goldOf: (competitor: Competitor) => number
}

function scoredPosed(scorer: Scorer, post: TrainingPost, posed: PosedPost): ScoredPosed {
  return { ...scoredPost(scorer, posed.competitors, posed.words), post, posed, goldOf: goldsOf(posed) }
}

/** Returns the index of the right place that a candidate is, or −1. */
function goldsOf({ competitors, gold }: PosedPost): (competitor: Competitor) => number {
  const golds = new Map(competitors.map((competitor, i) => [competitor, gold[i] ?? -1]))
  return (competitor) => golds.get(competitor) ?? -1
}

/** Forms that occur in real use: unaltered posts, in a large index and in small ones. */
const CALIBRATING: readonly Form[] = ['plain', 'builtIn', 'thinned', 'absent']

/** Learns how often one of the candidates of a claim is right. */
function fitCalibration(posts: readonly ScoredPosed[]): LinearModel {
  const examples = posts
    .filter(({ posed }) => CALIBRATING.includes(posed.form))
    .flatMap(({ posed, claims, goldOf }) =>
      claims.map(({ rivals, z }) => {
        const isRight = rivals.some(({ competitor }) => goldOf(competitor) >= 0)
        const weight = isRight && posed.form !== 'plain' ? LEARNING.rightInSmall : 1
        return { x: z, y: isRight ? 1 : 0, weight }
      }),
    )
  return fitLinear(examples, LEARNING.ridgeCalibration)
}

/** Learns from unaltered posts which of them are about several places. */
function fitSeveral(posts: readonly ScoredPosed[]): LinearModel {
  const examples = posts.map(({ post, claims }) => ({
    x: severalFeatures(claims.map(({ rivals }) => rivals)),
    y: post.places > 1 ? 1 : 0,
    weight: 1,
  }))
  return fitLinear(examples, LEARNING.ridgeCalibration)
}

/** All forms of a post. */
function posedOf(post: TrainingPost): PosedPost[] {
  const changed = [...retagged(post), ...altered(post)]
  return [...post.posed, ...changed, ...changed.flatMap((posed) => toSmallIndex(post, posed))]
}

/** Learns from all posts. */
export function learn(posts: readonly TrainingPost[]): Scorer {
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

/**
 * The posts of each group of writers, with the posts of all others: as in real use, a post is judged by models that
 * learned from other writers.
 */
function partsOf(posts: readonly TrainingPost[]): { part: TrainingPost[]; others: TrainingPost[] }[] {
  const writers = [...new Set(posts.map(({ writer }) => writer))]
  const partOf = ({ writer }: TrainingPost): number => writers.indexOf(writer) % LEARNING.parts
  return Array.from({ length: LEARNING.parts }, (_, number) => ({
    part: posts.filter((post) => partOf(post) === number),
    others: posts.filter((post) => partOf(post) !== number),
  }))
}

/** Learns the models over the words of posts and over those around names. */
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

/**
 * Examples of the best candidates. An altered post gives only its changed one, because the others are as wrong as
 * before.
 */
function examplesBesideRivals(
  readers: Pick<Model, 'alone' | 'visit' | 'role'>,
  post: TrainingPost,
  posed: PosedPost,
): Example[] {
  const goldOf = goldsOf(posed)
  return rivalsOf(readers, posed.competitors, posed.words).flatMap(({ competitor, x }): Example[] => {
    if (posed.subject !== undefined && posed.subject !== competitor) return []
    const y = goldOf(competitor) >= 0 ? certainty(post, posed) : 0
    return [{ x, y, weight: LEARNING.weight[posed.form] * timesLearned(post) }]
  })
}

/** How often a post counts among the lessons. */
function timesLearned({ kind }: TrainingPost): number {
  return kind === 'none' ? LEARNING.none : 1
}

/** The target of the right place of a post. */
function certainty({ kind }: TrainingPost, { form }: PosedPost): number {
  if (form === 'unmeant') return 0
  if (form === 'contradicted') return LEARNING.contradicted
  return kind === 'ambiguous' ? LEARNING.ambiguous : 1
}

/** Every right candidate, and a sample of the wrong ones, weighted to count for all. */
function aloneExamples(post: TrainingPost, { form, competitors, gold, subject }: PosedPost): Example[] {
  if (
    form === 'removed' ||
    form === 'retitled' ||
    form === 'builtIn' ||
    form === 'absent' ||
    subject !== undefined
  )
    return []
  const wrong = competitors.filter((_, i) => (gold[i] ?? -1) < 0)
  const step = Math.max(1, Math.round(wrong.length / LEARNING.wrongOnes))
  const start = post.id.length % step
  const chosen = wrong.filter((_, i) => i % step === start)
  const weight = chosen.length === 0 ? 0 : wrong.length / chosen.length
  const right = competitors.filter((_, i) => (gold[i] ?? -1) >= 0)
  return [...right.map(({ x }) => ({ x, y: 1, weight: 1 })), ...chosen.map(({ x }) => ({ x, y: 0, weight }))]
}
