import { sigmoid } from '../../src/model/linear.ts'
import type { WordsModel } from '../../src/model/words.ts'

/** One line of training data for a model over words. */
export interface WordsExample {
  readonly words: readonly string[]
  /** The value to predict (0–1). */
  readonly y: number
  /** Log-odds that are known already; the model learns the difference. */
  readonly known: number
  /** The writer. Words that few writers use say nothing about others. */
  readonly writer: string
}

export interface WordsOptions {
  /** The strength of the pull of each weight towards 0, in units of examples. */
  readonly ridge: number
  readonly minTimes: number
  readonly minWriters: number
}

const STEPS = 8
const INNER_STEPS = 20
/** Smaller weights are left out of the model. */
const MIN_WEIGHT = 0.03

/** Logistic regression over sets of words by Newton's method, each step solved by conjugate gradients. */
export function fitWords(examples: readonly WordsExample[], options: WordsOptions): WordsModel {
  const vocabulary = vocabularyOf(examples, options)
  const size = vocabulary.length
  const number = new Map(vocabulary.map((word, i) => [word, i]))
  const rows = examples.map(({ words }) =>
    Uint32Array.from([...words.flatMap((word) => number.get(word) ?? []), size]),
  )
  const pull = new Float64Array(size + 1).fill(options.ridge)
  pull[size] = 1e-3
  const weights = new Float64Array(size + 1)
  const curvature = new Float64Array(rows.length)
  for (let step = 0; step < STEPS; step++) {
    const residual = new Float64Array(rows.length)
    rows.forEach((row, i) => {
      const { y = 0, known = 0 } = examples[i] ?? {}
      const p = sigmoid(known + dot(row, weights))
      residual[i] = y - p
      curvature[i] = Math.max(1e-4, p * (1 - p))
    })
    const gradient = transposed(rows, residual, size + 1).map(
      (value, i) => value - (pull[i] ?? 0) * (weights[i] ?? 0),
    )
    const change = solve(rows, curvature, pull, gradient)
    for (let i = 0; i <= size; i++) weights[i] = (weights[i] ?? 0) + (change[i] ?? 0)
  }
  const kept = vocabulary.flatMap((word, i): [string, number][] =>
    Math.abs(weights[i] ?? 0) < MIN_WEIGHT ? [] : [[word, Number((weights[i] ?? 0).toFixed(2))]],
  )
  return { bias: weights[size] ?? 0, weight: Object.fromEntries(kept) }
}

function vocabularyOf(examples: readonly WordsExample[], { minTimes, minWriters }: WordsOptions): string[] {
  const times = new Map<string, number>()
  const writers = new Map<string, Set<string>>()
  for (const { words, writer } of examples)
    for (const word of words) {
      times.set(word, (times.get(word) ?? 0) + 1)
      writers.set(word, (writers.get(word) ?? new Set()).add(writer))
    }
  return [...times]
    .flatMap(([word, count]) =>
      count >= minTimes && (writers.get(word)?.size ?? 0) >= minWriters ? [word] : [],
    )
    .toSorted()
}

function dot(row: Uint32Array, vector: Float64Array): number {
  let sum = 0
  for (const i of row) sum += vector[i] ?? 0
  return sum
}

function transposed(rows: readonly Uint32Array[], values: Float64Array, size: number): Float64Array {
  const sums = new Float64Array(size)
  rows.forEach((row, number) => {
    const value = values[number] ?? 0
    for (const i of row) sums[i] = (sums[i] ?? 0) + value
  })
  return sums
}

/** Solves (Xᵀ·C·X + pull)·x = b by conjugate gradients. */
function solve(
  rows: readonly Uint32Array[],
  curvature: Float64Array,
  pull: Float64Array,
  b: Float64Array,
): Float64Array {
  const x = new Float64Array(b.length)
  const rest = Float64Array.from(b)
  let direction = Float64Array.from(b)
  let size = inner(rest, rest)
  for (let step = 0; step < INNER_STEPS && size > 1e-8; step++) {
    const along = Float64Array.from(rows, (row, i) => (curvature[i] ?? 0) * dot(row, direction))
    const image = transposed(rows, along, b.length).map(
      (value, i) => value + (pull[i] ?? 0) * (direction[i] ?? 0),
    )
    const length = size / inner(direction, image)
    for (let i = 0; i < x.length; i++) {
      x[i] = (x[i] ?? 0) + length * (direction[i] ?? 0)
      rest[i] = (rest[i] ?? 0) - length * (image[i] ?? 0)
    }
    const next = inner(rest, rest)
    direction = direction.map((value, i) => (rest[i] ?? 0) + (next / size) * value)
    size = next
  }
  return x
}

function inner(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0)
  return sum
}
