/**
 * Fused probability → share of first answers that were right, by linear interpolation between these points. Found on
 * the developed posts, on sentences written around random places of an index, and on both with the right place taken
 * out of the index for one post in ten (no index knows every place); smoothed to rise throughout. See docs/accuracy.md.
 */
const POINTS: readonly (readonly [number, number])[] = [
  [0, 0],
  [0.05, 0.05],
  [0.15, 0.22],
  [0.35, 0.45],
  [0.5, 0.62],
  [0.6, 0.7],
  [0.75, 0.8],
  [0.9, 0.93],
  [1, 0.99],
]

/** Turns the fused probability into a confidence that tells the truth: of answers at 0.8 about 80 % are right. */
export function calibrated(p: number): number {
  const bounded = Math.min(1, Math.max(0, Number.isNaN(p) ? 0 : p))
  const above = POINTS.findIndex(([x]) => x >= bounded)
  const [x1, y1] = POINTS[above] ?? [1, 1]
  const [x0, y0] = POINTS[above - 1] ?? [0, 0]
  return x1 === x0 ? y1 : y0 + ((bounded - x0) / (x1 - x0)) * (y1 - y0)
}
