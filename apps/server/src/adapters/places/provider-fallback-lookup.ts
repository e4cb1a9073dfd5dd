import { nameKey } from '@antojo/domain/text'
import { typoSimilarity } from '@antojo/domain/spelling/edit-distance'
import type { NameHit, PlaceLookup } from '@antojo/places/lookup'
import { nameForms } from '@antojo/places/text/name-forms'
import type { Logger } from 'pino'
import { type PlaceProvider, PlaceProviderError, type ProvidedPlace } from './port.ts'

/** How long an identification waits for the provider after the index answered. */
const TIMEOUT_MS = 2_500
/** Providers offer other places when they do not have the right one; their names are less similar than this. */
const MIN_SIMILARITY = 0.75
const MAX_EDITS = 4

/**
 * Looks up names in the index, and with a provider the name that a post marks but the index does not hold: at most one a
 * post. A provider that fails or is slow is logged and adds nothing.
 */
export function providerFallbackLookup(
  index: PlaceLookup,
  provider: PlaceProvider,
  log: Pick<Logger, 'warn'>,
): PlaceLookup {
  if (provider.name === 'local') return index
  return {
    ...index,
    fromProvider: async (term, options = {}) => {
      const request = {
        limit: 5,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(options.area && { area: options.area }),
      }
      const found = await provider.search(term, request).catch((error: unknown) => {
        if (!(error instanceof PlaceProviderError)) throw error
        log.warn({ provider: provider.name, code: error.code, reason: error.message }, 'place search failed')
        return []
      })
      const hits = found.flatMap((place) => hitOf(place, nameKey(term)) ?? [])
      return hits.toSorted((a, b) => b.similarity - a.similarity).slice(0, options.limit ?? 5)
    },
  }
}

function hitOf(place: ProvidedPlace, term: string): NameHit | null {
  const form = nameForms(place).find((each) => each.key === term)
  const key = form?.key ?? nameKey(place.name)
  const similarity =
    form === undefined ? typoSimilarity(key.replaceAll(' ', ''), term.replaceAll(' ', ''), MAX_EDITS) : 1
  if (similarity < MIN_SIMILARITY) return null
  return { place, key, kind: 'name', keyCount: 1, similarity, short: form?.short ?? false }
}
