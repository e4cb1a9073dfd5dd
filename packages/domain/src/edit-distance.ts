/**
 * Edits between two texts: insertion, deletion, substitution and the swap of two neighbours count one each
 * (optimal string alignment). Counts code points. Stops early and gives `limit + 1` when more than `limit`.
 */
export function editDistance(a: string, b: string, limit: number): number {
  const left = Array.from(a)
  const right = Array.from(b)
  if (Math.abs(left.length - right.length) > limit) return limit + 1
  let before: number[] = []
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let i = 1; i <= left.length; i += 1) {
    const row = [i]
    let best = i
    for (let j = 1; j <= right.length; j += 1) {
      const same = left[i - 1] === right[j - 1]
      let cost = Math.min(
        (previous[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (previous[j - 1] ?? 0) + (same ? 0 : 1),
      )
      const swapped = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]
      if (swapped) cost = Math.min(cost, (before[j - 2] ?? 0) + 1)
      row.push(cost)
      best = Math.min(best, cost)
    }
    if (best > limit) return limit + 1
    before = previous
    previous = row
  }
  return Math.min(previous[right.length] ?? limit + 1, limit + 1)
}

/** 1 − edits / length of the longer text; 0 when more than `limit` edits apart. */
export function typoSimilarity(a: string, b: string, limit: number): number {
  const edits = editDistance(a, b, limit)
  return edits > limit ? 0 : 1 - edits / Math.max(Array.from(a).length, Array.from(b).length, 1)
}
