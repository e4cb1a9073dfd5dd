import type { Place } from '@antojo/places/place'
import type { PlaceIndex } from '@antojo/places/place-index'
import type { Settings } from '../../config/config.ts'
import type { Allowance } from '../../core/spending.ts'
import type { GuardedFetch } from '../http/guarded-fetch.ts'
import { createGooglePlaces } from './google.ts'
import { createPhotonPlaces, PUBLIC_PHOTON } from './photon.ts'
import type { Credit, PlaceProvider, ProvidedPlace } from './port.ts'

export type PlaceSettings = Pick<Settings, 'PLACES_PROVIDER' | 'GOOGLE_MAPS_API_KEY' | 'PHOTON_URL'>

interface PlaceParts {
  readonly fetch: GuardedFetch
  readonly index: PlaceIndex
  /** The remaining calls to a provider that charges. */
  readonly allowance: Allowance
}

/**
 * Creates the provider that the settings name. `auto`: Google with a key, Photon when its URL is configured, else only
 * the local index. Ids of the local index are valid with every provider. Throws when Google is named without a key.
 */
export function createPlaceProvider(settings: PlaceSettings, parts: PlaceParts): PlaceProvider {
  const local = createLocalPlaces(parts.index)
  const { PLACES_PROVIDER: provider, GOOGLE_MAPS_API_KEY: googleKey, PHOTON_URL: photonUrl } = settings
  if (provider === 'google' || (provider === 'auto' && googleKey !== undefined)) {
    if (googleKey === undefined) throw new Error('PLACES_PROVIDER=google needs GOOGLE_MAPS_API_KEY')
    const google = createGooglePlaces(parts.fetch, { apiKey: googleKey })
    return localIdsFirst(local, meteredPlaces(google, local, parts.allowance))
  }
  if (provider === 'photon' || (provider === 'auto' && photonUrl !== undefined)) {
    const photon = { baseUrl: photonUrl ?? PUBLIC_PHOTON, memory: parts.index }
    return localIdsFirst(local, createPhotonPlaces(parts.fetch, photon))
  }
  return local
}

/** Resolves ids of the index from the index, because they may be older than the choice of provider. */
function localIdsFirst(local: PlaceProvider, provider: PlaceProvider): PlaceProvider {
  return {
    ...provider,
    byId: async (source, sourceId, request) =>
      (source === 'google' ? null : await local.byId(source, sourceId)) ??
      provider.byId(source, sourceId, request),
  }
}

/** A provider that charges for each request. Once the allowance is used up, the local index answers searches. */
function meteredPlaces(paid: PlaceProvider, local: PlaceProvider, allowance: Allowance): PlaceProvider {
  return {
    name: paid.name,
    search: async (query, request) => ((await allowance.spend()) ? paid : local).search(query, request),
    byId: async (source, sourceId, request) =>
      source === paid.name && (await allowance.spend()) ? paid.byId(source, sourceId, request) : null,
    photo: async (reference, width, signal) =>
      (await allowance.spend()) ? ((await paid.photo?.(reference, width, signal)) ?? null) : null,
  }
}

/** Places of the installation's own index: no network, no key, open data. */
export function createLocalPlaces(index: PlaceIndex): PlaceProvider {
  async function withCredits(places: readonly Place[]): Promise<ProvidedPlace[]> {
    const credits = places.length === 0 ? new Map<string, Credit>() : await creditsOf(index)
    return places.map((place) => ({
      ...place,
      credits: [credits.get(place.source) ?? { text: place.source }],
    }))
  }
  return {
    name: 'local',
    search: async (query, { area, limit = 10 } = {}) =>
      withCredits(await index.search(query, { limit, ...(area && { area }) })),
    byId: async (source, sourceId) => {
      const place = await index.byId(source, sourceId)
      return place === null ? null : ((await withCredits([place]))[0] ?? null)
    },
  }
}

async function creditsOf(index: PlaceIndex): Promise<ReadonlyMap<string, Credit>> {
  const sources = await index.credits()
  return new Map(
    sources.map(({ source, title, licence, url }) => [
      source,
      { text: licence === undefined ? title : `${title} (${licence})`, ...(url !== undefined && { url }) },
    ]),
  )
}
