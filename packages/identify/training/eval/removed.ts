import type { PlaceFacts } from '@antojo/domain/places/place-facts'
import type { NameIndex } from '../../src/name-index.ts'
import { isGold, type Gold } from './posts.ts'

/** The index without the right places, so that each acceptance is wrong. */
export function withoutGold(index: NameIndex, gold: readonly Gold[]): NameIndex {
  const other = (place: PlaceFacts): boolean => !gold.some((g) => isGold(place, g))
  const hits = async <T extends { place: PlaceFacts; keyCount: number }>(
    found: Promise<T[]>,
  ): Promise<T[]> => {
    const all = await found
    const gone = all.filter((hit) => !other(hit.place)).length
    return all
      .filter((hit) => other(hit.place))
      .map((hit) => ({ ...hit, keyCount: Math.max(1, hit.keyCount - Math.sign(gone)) }))
  }
  return {
    byKeys: (keys, options) => hits(index.byKeys(keys, options)),
    byTypo: (term, options) => hits(index.byTypo(term, options)),
    fromProvider: (name, options) => hits(index.fromProvider(name, options)),
    byTokens: (tokens, options) => hits(index.byTokens(tokens, options)),
    byAnyToken: (tokens, options) => hits(index.byAnyToken(tokens, options)),
    byHeads: (heads, options) => hits(index.byHeads(heads, options)),
    localNames: (area) => index.localNames(area),
    byLocalNames: (found) => hits(index.byLocalNames(found)),
    similarWords: (words, maxNames) => index.similarWords(words, maxNames),
    byAddress: async (address) => (await index.byAddress(address)).filter(other),
    tokenCounts: (tokens) => index.tokenCounts(tokens),
  }
}
