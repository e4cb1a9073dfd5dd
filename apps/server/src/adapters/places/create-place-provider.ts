import type { Gazetteer } from '@antojo/places/gazetteer/gazetteer'
import type { PlaceIndex } from '@antojo/places/place-index'
import type { GuardedFetch } from '../http/guarded-fetch.ts'
import { createGooglePlaces } from './google.ts'
import { createLocalPlaces } from './local.ts'
import { meteredPlaces, type PlaceAllowances } from './metered-places.ts'
import { createPhotonPlaces, PUBLIC_PHOTON } from './photon.ts'
import type { PlaceProvider } from './port.ts'

export interface PlaceSettings {
  readonly provider: 'local' | 'photon' | 'google' | 'auto'
  readonly googleKey?: string | undefined
  readonly photonUrl?: string | undefined
}

export interface PlaceParts {
  readonly fetch: GuardedFetch
  readonly index: PlaceIndex
  readonly gazetteer: Gazetteer
  readonly now: () => Date
  /** What may be spent on a provider that charges. */
  readonly allowances: PlaceAllowances
}

/**
 * The provider that the settings ask for. `auto`: Google with a key, Photon when an address is configured, else the
 * local index alone. Whatever it is, ids of the local index stay valid. Throws when Google is asked for without a key.
 */
export function createPlaceProvider(settings: PlaceSettings, parts: PlaceParts): PlaceProvider {
  const local = createLocalPlaces(parts)
  const { provider, googleKey, photonUrl } = settings
  if (provider === 'google' || (provider === 'auto' && googleKey !== undefined)) {
    if (googleKey === undefined) throw new Error('PLACES_PROVIDER=google needs GOOGLE_MAPS_API_KEY')
    const google = createGooglePlaces(parts.fetch, { apiKey: googleKey, now: parts.now })
    return localFirstPlaces(local, meteredPlaces(google, local, parts.allowances))
  }
  if (provider === 'photon' || (provider === 'auto' && photonUrl !== undefined)) {
    const photon = { baseUrl: photonUrl ?? PUBLIC_PHOTON, memory: parts.index, now: parts.now }
    return localFirstPlaces(local, createPhotonPlaces(parts.fetch, photon))
  }
  return local
}

/** Queries the provider, but answers ids of the index, which may be older than the choice of provider, from the index. */
function localFirstPlaces(local: PlaceProvider, provider: PlaceProvider): PlaceProvider {
  return {
    ...provider,
    byId: async (source, sourceId, request) =>
      (source === 'google' ? null : await local.byId(source, sourceId)) ??
      provider.byId(source, sourceId, request),
    geocode: async (text, request) => {
      const known = await local.geocode(text, request)
      return known.length > 0 ? known : provider.geocode(text, request)
    },
  }
}
