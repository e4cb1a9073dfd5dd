/** A linear model over scaled features; the sum is in log-odds. */
export interface LinearModel {
  readonly bias: number
  /** For each feature, the inverse of its usual size in training, and its weight. */
  readonly scale: readonly number[]
  readonly weight: readonly number[]
}

/** Values further from all training data are capped, so that none decides alone. */
const MAX_SCALED = 12

export function scaled(value: number, scale: number): number {
  return Math.min(MAX_SCALED, Math.max(-MAX_SCALED, value * scale))
}

/** Log-odds of the features. */
export function linearScore({ bias, scale, weight }: LinearModel, x: readonly number[]): number {
  let sum = bias
  for (let i = 0; i < weight.length; i++) {
    const value = x[i] ?? 0
    if (value !== 0) sum += (weight[i] ?? 0) * scaled(value, scale[i] ?? 0)
  }
  return sum
}

export function sigmoid(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds))
}
