import { nameKey } from '../text.ts'
import { tokenize } from './tokens.ts'
import { onlyGenericWords } from './words.ts'

const MOST = 5
const MAX_WORDS = 6
/** Small words that stand inside a name. */
const INNER = new Set(['de', 'del', 'la', 'las', 'el', 'los', 'y', 'e', 'and', 'of', 'the', 'n'])

/**
 * Names a title may hold: runs of words with capitals (articles and 'de' may stand between), at least two words and
 * not only generic ones; at most five, in the title's order.
 */
export function nameCandidates(title: string): string[] {
  const { tokens, text } = tokenize({ source: 'title', text: title })
  const found = new Map<string, string>()
  let first = 0
  while (first < tokens.length) {
    let last = first
    let end = -1
    while (last < tokens.length && last - first < MAX_WORDS) {
      const token = tokens[last]
      if (token === undefined || token.kind !== 'word' || (last > first && token.gap === 'hard')) break
      const capital = token.casing === 'title' || token.casing === 'upper'
      if (!capital && (last === first || !INNER.has(token.key))) break
      if (capital) end = last
      last++
    }
    const [a, b] = [tokens[first], tokens[end]]
    if (a !== undefined && b !== undefined && end > first) {
      const words = text.slice(a.start, b.end)
      const key = nameKey(words)
      if (!onlyGenericWords(key) && !found.has(key)) found.set(key, words)
    }
    first = Math.max(first, end) + 1
  }
  return [...found.values()].slice(0, MOST)
}
