import type { PlaceLookup } from '@antojo/places/lookup'
import type { Place } from '@antojo/places/place'
import { isGold, type Gold } from './posts.ts'

/** The index without the right places: each acceptance is then wrong. */
export function withoutGold(index: PlaceLookup, gold: readonly Gold[]): PlaceLookup {
  const other = (place: Place): boolean => !gold.some((g) => isGold(place, g))
  const hits = async <T extends { place: Place; keyCount: number }>(found: Promise<T[]>): Promise<T[]> => {
    const all = await found
    const gone = all.filter((hit) => !other(hit.place)).length
    return all
      .filter((hit) => other(hit.place))
      .map((hit) => ({ ...hit, keyCount: Math.max(1, hit.keyCount - Math.sign(gone)) }))
  }
  return {
    byKeys: (keys, options) => hits(index.byKeys(keys, options)),
    byTypo: (term, options) => hits(index.byTypo(term, options)),
    byTokens: (tokens, options) => hits(index.byTokens(tokens, options)),
    byAnyToken: (tokens, options) => hits(index.byAnyToken(tokens, options)),
    similarWords: (words, maxNames) => index.similarWords(words, maxNames),
    byAddress: async (address) => (await index.byAddress(address)).filter(other),
    tokenCounts: (tokens) => index.tokenCounts(tokens),
    search: async (query, options) => (await index.search(query, options)).filter(other),
    byId: (source, sourceId) => index.byId(source, sourceId),
  }
}
