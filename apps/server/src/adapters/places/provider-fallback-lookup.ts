import type { NameHit, PlaceLookup } from '@antojo/places/lookup'
import { nameForms } from '@antojo/places/text/name-forms'
import type { Logger } from 'pino'
import { type PlaceProvider, PlaceProviderError, type ProvidedPlace } from './port.ts'

/** How long an identification waits for the provider after the index has answered. */
const TIMEOUT_MS = 2_500
/** Looks up names in the index, and queries a provider. A provider that fails or is slow is logged and adds nothing. */
export function providerFallbackLookup(
  index: PlaceLookup,
  provider: PlaceProvider,
  log: Pick<Logger, 'warn'>,
): PlaceLookup {
  if (provider.name === 'local') return index
  return {
    ...index,
    fromProvider: async (query, options = {}) => {
      const request = {
        limit: options.limit ?? 5,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(options.area && { area: options.area }),
      }
      const found = await provider.search(query, request).catch((error: unknown) => {
        if (!(error instanceof PlaceProviderError)) throw error
        log.warn({ provider: provider.name, code: error.code, reason: error.message }, 'place search failed')
        return []
      })
      return found.flatMap(hitsOf)
    },
  }
}

/** The names under which a place is found. */
function hitsOf(place: ProvidedPlace): NameHit[] {
  return nameForms(place).map(({ key, short, handle }) => ({
    place,
    key,
    kind: handle ? 'alias' : 'name',
    keyCount: 1,
    similarity: 1,
    short,
  }))
}
