/** The candidate most like `text`, when it is at least `threshold` (0–1) alike by edit distance. */
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
    const score = 1 - editDistance(text.toLowerCase(), candidate.toLowerCase()) / longest
    if (score >= bestScore && candidate !== text) {
      best = candidate
      bestScore = score
    }
  }
  return best
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      current.push(Math.min(substitution, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}
