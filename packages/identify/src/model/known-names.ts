import type { NameHit, NameIndex } from '../name-index.ts'

/**
 * How common words and names are in the index that the model learned from. A small index says little about that: in a
 * list of 355 places only one may be a "Taquería", and only one "La Esquina".
 */
export interface KnownNames {
  /** Number of names of that index. */
  readonly total: number
  /** The number of names that contain a word, for words in several names. */
  readonly words: Readonly<Record<string, number>>
  /** The number of places that share a name, for names of several places. Keys are `nameKey`s. */
  readonly places: Readonly<Record<string, number>>
}

const countOf = (counts: Readonly<Record<string, number>>, key: string): number =>
  Object.hasOwn(counts, key) ? (counts[key] ?? 0) : 0

/** How common words are in the names of an index as large as the known one. */
export interface NameCounts {
  readonly total: number
  /** The number of names that contain a word. */
  readonly countOf: (word: string) => number
  /** The size of the index in use as a share of the known one, at most 1. */
  readonly indexed: number
}

/** `counts` and `total` are those of the index in use. */
export function nameCounts(
  known: KnownNames,
  { counts, total }: { counts: ReadonlyMap<string, number>; total: number },
): NameCounts {
  const factor = known.total / Math.max(1, known.total, total)
  return {
    total: known.total,
    countOf: (word) => Math.max((counts.get(word) ?? 0) * factor, countOf(known.words, word)),
    indexed: Math.min(1, total / Math.max(1, known.total)),
  }
}

/** The index, with each name at least as common as in the index that the model learned from. */
export function withKnownNames(index: NameIndex, known: KnownNames): NameIndex {
  const counted = async <T extends NameHit>(found: Promise<T[]>): Promise<T[]> =>
    (await found).map((hit) => {
      const places = countOf(known.places, hit.key)
      return places > hit.keyCount ? { ...hit, keyCount: places } : hit
    })
  return {
    ...index,
    byKeys: (keys, options) => counted(index.byKeys(keys, options)),
    byTypo: (term, options) => counted(index.byTypo(term, options)),
    byTokens: (tokens, options) => counted(index.byTokens(tokens, options)),
    byAnyToken: (tokens, options) => counted(index.byAnyToken(tokens, options)),
    byHeads: (heads, options) => counted(index.byHeads(heads, options)),
    byLocalNames: (found) => counted(index.byLocalNames(found)),
  }
}
