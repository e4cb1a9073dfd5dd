/** Rank of a word in ordinary Spanish or English (1 = most frequent); undefined for rare words and names. Keys are `nameKey`s. */
export type WordRank = (word: string) => number | undefined

/** Rank given to words no frequency list holds: they are at least this rare. */
const UNLISTED_RANK = 60_000

/**
 * Bits of surprise of meeting the word in ordinary text, by Zipf's law p(rank) ≈ 0.1 / rank:
 * 'de' ≈ 4, a word of rank 10,000 ≈ 17, a word no list holds ≈ 19.
 */
export function wordBits(word: string, rank: WordRank): number {
  return Math.log2(10 * (rank(word) ?? UNLISTED_RANK))
}
