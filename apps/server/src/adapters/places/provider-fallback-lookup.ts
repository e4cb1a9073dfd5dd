import { nameKey } from '@antojo/domain/text'
import { typoSimilarity } from '@antojo/places/text/edit-distance'
import type { NameHit, PlaceLookup } from '@antojo/places/lookup'
import { nameForms } from '@antojo/places/text/name-forms'
import type { PlaceProvider, ProvidedPlace } from './port.ts'

/** Milliseconds that an identification waits for the provider; the index has answered by then. */
const PATIENCE = 2_500
/** Names less alike than this are other places that the provider offers for want of the right one. */
const LEAST_SIMILARITY = 0.75
const MOST_EDITS = 4

/**
 * The index, and beside it a provider for the names that a post marks but the index does not hold (`byTypo` is asked
 * for nothing else, a few times a post). A provider that fails or is slow adds nothing.
 */
export function providerFallbackLookup(index: PlaceLookup, provider: PlaceProvider): PlaceLookup {
  if (provider.name === 'local') return index
  return {
    ...index,
    byTypo: async (term, options = {}) => {
      const known = await index.byTypo(term, options)
      if (known.length > 0) return known
      const request = {
        limit: 5,
        signal: AbortSignal.timeout(PATIENCE),
        ...(options.area && { area: options.area }),
      }
      const found = await provider.search(term, request).catch(() => [])
      const hits = found.flatMap((place) => hitOf(place, nameKey(term)) ?? [])
      return hits.toSorted((a, b) => b.similarity - a.similarity).slice(0, options.limit ?? 5)
    },
  }
}

function hitOf(place: ProvidedPlace, term: string): NameHit | null {
  const form = nameForms(place).find((each) => each.key === term)
  const key = form?.key ?? nameKey(place.name)
  const similarity =
    form === undefined ? typoSimilarity(key.replaceAll(' ', ''), term.replaceAll(' ', ''), MOST_EDITS) : 1
  if (similarity < LEAST_SIMILARITY) return null
  return { place, key, kind: 'name', keyCount: 1, similarity, short: form?.short ?? false }
}
