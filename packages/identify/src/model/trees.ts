/**
 * Full binary trees of one depth, level by level: node `i` has the children `2i + 1` and `2i + 2`. A value that is less
 * than or equal to the threshold goes left. A node that was not split has a threshold of infinity (null in JSON).
 */
export interface TreesModel {
  readonly bias: number
  readonly depth: number
  readonly trees: readonly Tree[]
}

export interface Tree {
  readonly feature: readonly number[]
  readonly threshold: readonly (number | null)[]
  /** The log-odds that the leaves add. */
  readonly leaf: readonly number[]
}

/** Log-odds of the features. */
export function treesScore({ bias, depth, trees }: TreesModel, x: readonly number[]): number {
  let sum = bias
  for (const { feature, threshold, leaf } of trees) {
    let node = 0
    for (let level = 0; level < depth; level++) {
      const limit = threshold[node] ?? null
      node = 2 * node + (limit === null || (x[feature[node] ?? 0] ?? 0) <= limit ? 1 : 2)
    }
    sum += leaf[node - feature.length] ?? 0
  }
  return sum
}
