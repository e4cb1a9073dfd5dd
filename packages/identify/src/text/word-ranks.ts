import type { NameCounts } from '../model/known-names.ts'
import { FOOD_WORDS, LANDMARK_WORDS, STOP_WORDS, VENUE_WORDS } from './words.ts'

/**
 * Rank of a word in ordinary Spanish or English, or in any language that posts are written in (1 = most frequent);
 * undefined for rare words and names. Keys are `nameKey`s.
 */
export type WordRank = (word: string, inAnyLanguage?: boolean) => number | undefined

/** Rank of words that no frequency list holds: they are at least this rare. */
const UNLISTED_RANK = 40_000

/** A syllable block or character of these scripts carries the information of several letters. */
const DENSE = /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const BITS_PER_DENSE_LETTER = 6.5

/**
 * Bits of surprise at the word in ordinary text, by Zipf's law p(rank) ≈ 0.1 / rank:
 * 'de' ≈ 4, a word of rank 10,000 ≈ 17, a word that no list holds ≈ 19, and more the longer it is.
 */
export function wordBits(word: string, rank: WordRank): number {
  if (DENSE.test(word)) return Math.min(32, BITS_PER_DENSE_LETTER * word.length)
  const known = rank(word)
  return known === undefined
    ? Math.log2(10 * UNLISTED_RANK) + Math.max(0, Math.min(6, word.length - 6)) * 0.7
    : Math.log2(10 * known)
}

/** The bits of a word as part of a name: few for ordinary, generic and frequent words. */
export function nameWordBits(
  word: string,
  { rank, names: { total, countOf } }: { readonly rank: WordRank; readonly names: NameCounts },
  asName = false,
): number {
  if (STOP_WORDS.has(word)) return 1
  if (/^\d+$/.test(word)) return 6
  if (VENUE_WORDS.has(word)) return 2.5
  const inIndex = Math.log2((total + 1) / (countOf(word) + 1)) + 5
  const bits = Math.min(wordBits(word, rank), inIndex)
  if (FOOD_WORDS.has(word)) return Math.min(asName ? 10 : 5, bits)
  return LANDMARK_WORDS.has(word) ? Math.min(7, bits) : bits
}
