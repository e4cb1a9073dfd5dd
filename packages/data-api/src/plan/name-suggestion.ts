import { distance } from 'fastest-levenshtein'

/** The candidate closest to `text` by edit distance, if its similarity is at least `threshold` (0–1). */
export function suggestName(
  text: string,
  candidates: Iterable<string>,
  threshold: number,
): string | undefined {
  let best: string | undefined
  let bestScore = threshold
  for (const candidate of candidates) {
    const longest = Math.max(text.length, candidate.length)
    if (longest === 0 || longest > 200) continue
    const score = 1 - distance(text.toLowerCase(), candidate.toLowerCase()) / longest
    if (score >= bestScore && candidate !== text) {
      best = candidate
      bestScore = score
    }
  }
  return best
}
