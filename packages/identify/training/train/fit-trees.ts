import { sigmoid } from '../../src/model/linear.ts'
import type { Tree, TreesModel } from '../../src/model/trees.ts'
import type { Example } from './fit-linear.ts'

export interface TreesOptions {
  readonly trees: number
  readonly depth: number
  /** The share of each tree's answer that is added. */
  readonly rate: number
  /** The strength of the pull of each leaf towards 0, in units of certain examples. */
  readonly ridge: number
  /** Least sum of p·(1 − p) on either side of a split. */
  readonly minSide: number
  /** The share of the features that each tree may use: trees that differ are wrong together less often. */
  readonly features: number
  /** The share of the examples that each tree is grown from, also for variety and for speed. */
  readonly rows: number
}

const MAX_BINS = 48

/** The values of one feature, in bins of about equal size. */
interface BinnedFeature {
  /** The bin of every row. */
  readonly bins: Uint8Array
  /** Upper limit of each bin but the last. */
  readonly limits: readonly number[]
  /** The most common bin, and the rows in other bins: only these are summed. */
  readonly usual: number
  readonly unusual: Uint32Array
}

/** Gradient boosting with the logistic loss, deterministic. */
export function fitTrees(examples: readonly Example[], options: TreesOptions): TreesModel {
  const binned = binFeatures(examples)
  const total = examples.reduce((sum, { weight }) => sum + weight, 0)
  const right = examples.reduce((sum, { y, weight }) => sum + y * weight, 0)
  const bias = Math.log((right + 0.5) / (total - right + 0.5))
  const scores = new Float64Array(examples.length).fill(bias)
  const gradient = new Float64Array(examples.length)
  const curvature = new Float64Array(examples.length)
  const trees: Tree[] = []
  const random = generator()
  for (let round = 0; round < options.trees; round++) {
    examples.forEach(({ y, weight }, i) => {
      const p = sigmoid(scores[i] ?? 0)
      gradient[i] = weight * (y - p)
      curvature[i] = Math.max(1e-6, weight * p * (1 - p))
    })
    const asked = binned.map(() => random() < options.features)
    const used = Uint8Array.from(examples, () => (random() < options.rows ? 1 : 0))
    trees.push(growTree({ binned, asked, used, gradient, curvature, scores }, options))
  }
  return { bias, depth: options.depth, trees }
}

/** Pseudorandom numbers from 0 to 1, the same in every run (mulberry32). */
function generator(): () => number {
  let state = 1
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

function binFeatures(examples: readonly Example[]): BinnedFeature[] {
  return (examples[0]?.x ?? []).map((_, f) => {
    const values = Float64Array.from(examples, ({ x }) => x[f] ?? 0)
    const limits = limitsOf(values)
    const bins = Uint8Array.from(values, (value) => binOf(value, limits))
    const sizes = new Uint32Array(limits.length + 1)
    for (const bin of bins) sizes[bin] = (sizes[bin] ?? 0) + 1
    const usual = sizes.indexOf(Math.max(...sizes))
    const unusual = Uint32Array.from(bins.keys().filter((row) => bins[row] !== usual))
    return { bins, limits, usual, unusual }
  })
}

/** Upper limits of all bins but the last: middles between neighbouring values, at about equal shares. */
function limitsOf(values: Float64Array): number[] {
  const sorted = values.toSorted()
  const distinct = sorted.filter((value, i) => i === 0 || value !== sorted[i - 1])
  if (distinct.length <= MAX_BINS)
    return [...distinct.subarray(1)].map((value, i) => middle(distinct[i] ?? 0, value))
  const limits: number[] = []
  for (let bin = 1; bin < MAX_BINS; bin++) {
    const at = Math.floor((bin * sorted.length) / MAX_BINS)
    const limit = middle(sorted[at - 1] ?? 0, sorted[at] ?? 0)
    if (limits.length === 0 || limit > (limits.at(-1) ?? 0)) limits.push(limit)
  }
  return limits
}

function middle(low: number, high: number): number {
  return Number(((low + high) / 2).toPrecision(4))
}

function binOf(value: number, limits: readonly number[]): number {
  let low = 0
  let high = limits.length
  while (low < high) {
    const mid = (low + high) >> 1
    if (value <= (limits[mid] ?? 0)) high = mid
    else low = mid + 1
  }
  return low
}

interface Growing {
  readonly binned: readonly BinnedFeature[]
  /** The features that the tree may use. */
  readonly asked: readonly boolean[]
  /** 1 for the rows that it learns from. */
  readonly used: Uint8Array
  readonly gradient: Float64Array
  readonly curvature: Float64Array
  readonly scores: Float64Array
}

/** Grows one tree level by level, and adds its answers to the scores. */
function growTree(data: Growing, options: TreesOptions): Tree {
  const { depth, rate, ridge } = options
  const { binned, used, gradient, curvature, scores } = data
  const inner = 2 ** depth - 1
  const feature = Array.from({ length: inner }, () => 0)
  const threshold = Array.from({ length: inner }, (): number | null => null)
  const nodeOf = new Uint16Array(scores.length)
  for (let level = 0; level < depth; level++) {
    const first = 2 ** level - 1
    const splits = bestSplits(data, nodeOf, first, options)
    splits.forEach((split, i) => {
      if (split === null) return
      feature[first + i] = split.feature
      threshold[first + i] = binned[split.feature]?.limits[split.bin] ?? null
    })
    nodeOf.forEach((node, row) => {
      const split = splits[node - first] ?? null
      const isRight = split !== null && (binned[split.feature]?.bins[row] ?? 0) > split.bin
      nodeOf[row] = 2 * node + (isRight ? 2 : 1)
    })
  }
  const sums = Array.from({ length: inner + 1 }, () => ({ g: 0, h: 0 }))
  nodeOf.forEach((node, row) => {
    const sum = sums[node - inner]
    if (sum === undefined || used[row] === 0) return
    sum.g += gradient[row] ?? 0
    sum.h += curvature[row] ?? 0
  })
  const leaf = sums.map(({ g, h }) => Number(((rate * g) / (h + ridge)).toPrecision(3)))
  nodeOf.forEach((node, row) => (scores[row] = (scores[row] ?? 0) + (leaf[node - inner] ?? 0)))
  return { feature, threshold, leaf }
}

interface Split {
  readonly feature: number
  readonly bin: number
  readonly gain: number
}

/** The best split of each node of a level; null for a node that no split improves. */
function bestSplits(
  { binned, asked, used, gradient, curvature }: Growing,
  nodeOf: Uint16Array,
  first: number,
  options: TreesOptions,
): (Split | null)[] {
  const nodes = first + 1
  const best = Array.from({ length: nodes }, (): Split | null => null)
  const all = { g: new Float64Array(nodes), h: new Float64Array(nodes) }
  for (let row = 0; row < nodeOf.length; row++) {
    if (used[row] === 0) continue
    const node = (nodeOf[row] ?? 0) - first
    all.g[node] = (all.g[node] ?? 0) + (gradient[row] ?? 0)
    all.h[node] = (all.h[node] ?? 0) + (curvature[row] ?? 0)
  }
  const width = MAX_BINS + 1
  const g = new Float64Array(nodes * width)
  const h = new Float64Array(nodes * width)
  binned.forEach(({ bins, limits, usual, unusual }, feature) => {
    if (limits.length === 0 || asked[feature] !== true) return
    g.fill(0)
    h.fill(0)
    for (let node = 0; node < nodes; node++) {
      g[node * width + usual] = all.g[node] ?? 0
      h[node * width + usual] = all.h[node] ?? 0
    }
    for (const row of unusual) {
      if (used[row] === 0) continue
      const start = ((nodeOf[row] ?? 0) - first) * width
      const at = start + (bins[row] ?? 0)
      const [ownG, ownH] = [gradient[row] ?? 0, curvature[row] ?? 0]
      g[at] = (g[at] ?? 0) + ownG
      h[at] = (h[at] ?? 0) + ownH
      g[start + usual] = (g[start + usual] ?? 0) - ownG
      h[start + usual] = (h[start + usual] ?? 0) - ownH
    }
    for (let node = 0; node < nodes; node++) {
      const [from, to] = [node * width, node * width + limits.length + 1]
      const split = bestCut(g.subarray(from, to), h.subarray(from, to), options)
      if (split !== null && split.gain > (best[node]?.gain ?? 0)) best[node] = { feature, ...split }
    }
  })
  return best
}

/** The bin after which to cut. */
function bestCut(
  g: Float64Array,
  h: Float64Array,
  { ridge, minSide }: TreesOptions,
): { bin: number; gain: number } | null {
  let [allG, allH] = [0, 0]
  for (let bin = 0; bin < g.length; bin++) {
    allG += g[bin] ?? 0
    allH += h[bin] ?? 0
  }
  const whole = allG ** 2 / (allH + ridge)
  let best: { bin: number; gain: number } | null = null
  let [leftG, leftH] = [0, 0]
  for (let bin = 0; bin + 1 < g.length; bin++) {
    leftG += g[bin] ?? 0
    leftH += h[bin] ?? 0
    const rightH = allH - leftH
    if (leftH < minSide || rightH < minSide) continue
    const gain = leftG ** 2 / (leftH + ridge) + (allG - leftG) ** 2 / (rightH + ridge) - whole
    if (gain > 1e-6 && (best === null || gain > best.gain)) best = { bin, gain }
  }
  return best
}
