import { scaled, sigmoid, type LinearModel } from '../../src/model/linear.ts'

/** One line of training data: features, what to predict (0–1), and how much the line counts. */
export interface Example {
  readonly x: readonly number[]
  readonly y: number
  readonly weight: number
}

const STEPS = 9
const MIN_CHANGE = 1e-3
/** Lower limit of the curvature: examples that are already decided add no less. */
const MIN_CURVATURE = 2e-4

/** The features of an example that are not 0. */
interface SparseRow {
  readonly at: Uint16Array
  readonly value: Float64Array
}

/**
 * Logistic regression by Newton's method. `ridge` is the strength of the pull of each weight towards 0, in units of
 * examples.
 */
export function fitLinear(examples: readonly Example[], ridge: number): LinearModel {
  const size = examples[0]?.x.length ?? 0
  const scale = scalesOf(examples, size)
  const rows = examples.map(({ x }) => sparseRow(x, scale))
  let weights = new Float64Array(size + 1)
  for (let step = 0; step < STEPS; step++) {
    const { gradient, hessian } = derivatives(examples, rows, weights)
    for (let i = 0; i <= size; i++) {
      const pull = i < size ? ridge : 1e-3
      gradient[i] = (gradient[i] ?? 0) - pull * (weights[i] ?? 0)
      const row = hessian[i]
      if (row) row[i] = (row[i] ?? 0) + pull
    }
    const change = solve(hessian, gradient)
    weights = weights.map((weight, i) => weight + (change[i] ?? 0))
    if (change.every((value) => Math.abs(value) < MIN_CHANGE)) break
  }
  return { bias: weights[size] ?? 0, scale, weight: [...weights.subarray(0, size)] }
}

/** The inverse of the standard deviation of each feature; 0 for one that never varies. */
function scalesOf(examples: readonly Example[], size: number): number[] {
  const sum = new Float64Array(size)
  const squares = new Float64Array(size)
  for (const { x } of examples)
    x.forEach((value, i) => {
      sum[i] = (sum[i] ?? 0) + value
      squares[i] = (squares[i] ?? 0) + value * value
    })
  const count = Math.max(1, examples.length)
  return Array.from(squares, (square, i) => {
    const deviation = Math.sqrt(Math.max(0, square / count - ((sum[i] ?? 0) / count) ** 2))
    return deviation < 1e-4 ? 0 : Number((1 / deviation).toPrecision(5))
  })
}

function sparseRow(x: readonly number[], scale: readonly number[]): SparseRow {
  const used = x.flatMap((value, i) => (value !== 0 && scale[i] !== 0 ? [i] : []))
  const value = Float64Array.from([...used.map((i) => scaled(x[i] ?? 0, scale[i] ?? 0)), 1])
  return { at: Uint16Array.from([...used, x.length]), value }
}

/** First and second derivatives (lower half) of the likelihood. */
function derivatives(
  examples: readonly Example[],
  rows: readonly SparseRow[],
  weights: Float64Array,
): { gradient: Float64Array; hessian: Float64Array[] } {
  const size = weights.length
  const gradient = new Float64Array(size)
  const hessian = Array.from({ length: size }, () => new Float64Array(size))
  rows.forEach(({ at, value }, number) => {
    const { y = 0, weight = 0 } = examples[number] ?? {}
    let sum = 0
    for (let k = 0; k < at.length; k++) sum += (weights[at[k] ?? 0] ?? 0) * (value[k] ?? 0)
    const p = sigmoid(sum)
    const residual = weight * (y - p)
    for (let k = 0; k < at.length; k++) {
      const i = at[k] ?? 0
      gradient[i] = (gradient[i] ?? 0) + residual * (value[k] ?? 0)
    }
    const curvature = weight * p * (1 - p)
    if (curvature < MIN_CURVATURE) return
    for (let k = 0; k < at.length; k++) {
      const line = hessian[at[k] ?? 0] ?? gradient
      const factor = curvature * (value[k] ?? 0)
      for (let l = 0; l <= k; l++) {
        const j = at[l] ?? 0
        line[j] = (line[j] ?? 0) + factor * (value[l] ?? 0)
      }
    }
  })
  return { gradient, hessian }
}

/** Solves A·x = b for the positive definite A, of which the lower half is given, by Cholesky's decomposition. */
function solve(a: readonly Float64Array[], b: Float64Array): Float64Array {
  const size = b.length
  const at = (i: number, j: number): number => a[i]?.[j] ?? 0
  for (let i = 0; i < size; i++)
    for (let j = 0; j <= i; j++) {
      let sum = at(i, j)
      for (let k = 0; k < j; k++) sum -= at(i, k) * at(j, k)
      const row = a[i]
      if (row) row[j] = i === j ? Math.sqrt(Math.max(1e-9, sum)) : sum / at(j, j)
    }
  const x = Float64Array.from(b)
  for (let i = 0; i < size; i++) {
    let sum = x[i] ?? 0
    for (let k = 0; k < i; k++) sum -= at(i, k) * (x[k] ?? 0)
    x[i] = sum / at(i, i)
  }
  for (let i = size - 1; i >= 0; i--) {
    let sum = x[i] ?? 0
    for (let k = i + 1; k < size; k++) sum -= at(k, i) * (x[k] ?? 0)
    x[i] = sum / at(i, i)
  }
  return x
}
