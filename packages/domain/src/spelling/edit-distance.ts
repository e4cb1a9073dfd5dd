/**
 * Edits between two texts: insertion, deletion, substitution and the swap of two neighbours count one each (optimal
 * string alignment). Counts UTF-16 units. Returns `limit + 1` as soon as the distance is known to exceed `limit`.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let start = 0
  while (start < a.length && a.charCodeAt(start) === b.charCodeAt(start)) start++
  let [endA, endB] = [a.length, b.length]
  while (endA > start && endB > start && a.charCodeAt(endA - 1) === b.charCodeAt(endB - 1)) {
    endA--
    endB--
  }
  return endA === start || endB === start
    ? Math.max(endA, endB) - start
    : distanceOf(a.slice(start, endA), b.slice(start, endB), limit)
}

/**
 * The distance of two texts without common prefix and suffix. Only cells that can stay within the limit are computed.
 */
function distanceOf(a: string, b: string, limit: number): number {
  const beyond = limit + 1
  if (limit === 1) return isOneEdit(a, b) ? 1 : beyond
  let before: number[] = []
  let previous: number[] = []
  for (let j = 0; j <= Math.min(b.length, limit); j += 1) previous[j] = j
  for (let i = 1; i <= a.length; i += 1) {
    const row: number[] = []
    if (i <= limit) row[0] = i
    let best = i
    const to = Math.min(b.length, i + limit)
    for (let j = Math.max(1, i - limit); j <= to; j += 1) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1)
      let cost = Math.min(
        (previous[j] ?? beyond) + 1,
        (row[j - 1] ?? beyond) + 1,
        (previous[j - 1] ?? beyond) + (same ? 0 : 1),
      )
      if (isSwapped(a, b, i, j)) cost = Math.min(cost, (before[j - 2] ?? beyond) + 1)
      row[j] = cost
      best = Math.min(best, cost)
    }
    if (best > limit) return beyond
    before = previous
    previous = row
  }
  return Math.min(previous[b.length] ?? beyond, beyond)
}

/** For texts without common prefix and suffix: one letter replaced, or two swapped. */
const isOneEdit = (a: string, b: string): boolean =>
  (a.length === 1 && b.length === 1) || (a.length === 2 && b.length === 2 && isSwapped(a, b, 2, 2))

const isSwapped = (a: string, b: string, i: number, j: number): boolean =>
  i > 1 && j > 1 && a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1)

/** 1 − edits / length of the longer text; 0 when more than `limit` edits apart. */
export function typoSimilarity(a: string, b: string, limit: number): number {
  const edits = editDistance(a, b, limit)
  return edits > limit ? 0 : 1 - edits / Math.max(a.length, b.length, 1)
}
