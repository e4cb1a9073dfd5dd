import { nameKey } from '@antojo/domain/text'
import { STOP_WORDS } from './words.ts'
import type { WordRank } from './word-ranks.ts'

/** The separators between the words of a handle or hashtag: dots, lines, and capitals within it ('HunanCafe'). */
const SEPARATORS = /[._\s-]+|(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{L})(?=\d)/u
const MAX_LETTERS = 40
const SHORTEST_WORD = 3
/** The cost of a run of letters that is not a known word, and of each of its letters. */
const UNKNOWN_COST = 12
const UNKNOWN_LETTER_COST = 3
/** The cost of a known word beyond its rarity, so that fewer, longer words are preferred. */
const WORD_COST = 4

/**
 * Splits a handle or hashtag into the words that a person would type: 'elarbol.taqueriavegetariana' becomes 'el arbol
 * taqueria vegetariana'.
 */
export function splitJoined(text: string, rank: WordRank, isKnown: (word: string) => boolean): string {
  return text
    .split(SEPARATORS)
    .map(nameKey)
    .filter((part) => part !== '')
    .map((part) => wordsOf(part.slice(0, MAX_LETTERS), rank, isKnown))
    .join(' ')
}

/** The cheapest way to cut letters into words. */
function wordsOf(letters: string, rank: WordRank, isKnown: (word: string) => boolean): string {
  const costOf = (word: string, isFirst: boolean): number => {
    if (word.length < SHORTEST_WORD && !(isFirst && STOP_WORDS.has(word))) return Number.POSITIVE_INFINITY
    if (isKnown(word) || isKnown(word.replace(/s$/u, ''))) return WORD_COST + SHORTEST_WORD
    const known = rank(word) ?? rank(word.replace(/s$/u, ''))
    return known === undefined ? Number.POSITIVE_INFINITY : WORD_COST + Math.log2(1 + known)
  }
  const best = [{ cost: 0, from: 0 }]
  for (let end = 1; end <= letters.length; end++) {
    best[end] = { cost: Number.POSITIVE_INFINITY, from: 0 }
    for (let from = 0; from < end; from++) {
      const before = best[from]?.cost ?? 0
      const word = letters.slice(from, end)
      const cost =
        before + Math.min(costOf(word, from === 0), UNKNOWN_COST + UNKNOWN_LETTER_COST * word.length)
      if (cost < (best[end]?.cost ?? 0)) best[end] = { cost, from }
    }
  }
  const words: string[] = []
  for (let end = letters.length; end > 0; end = best[end]?.from ?? 0)
    words.unshift(letters.slice(best[end]?.from ?? 0, end))
  return words.join(' ')
}
