import { geocode } from '@antojo/places/geocode'
import type { Gazetteer } from '@antojo/places/gazetteer/gazetteer'
import type { Place } from '@antojo/places/place'
import { placeId } from '@antojo/domain/identify/place-facts'
import type { PlaceIndex } from '@antojo/places/place-index'
import type { Credit, PlaceProvider, ProvidedPlace } from './port.ts'

export interface LocalOptions {
  readonly index: PlaceIndex
  readonly gazetteer: Gazetteer
  readonly now: () => Date
}

/** Letters below which typing brings no suggestions. */
const SHORTEST = 2

/** Places of the installation's own index: no network, no key, open data. */
export function createLocalPlaces({ index, gazetteer, now }: LocalOptions): PlaceProvider {
  const provide = async (places: readonly Place[]): Promise<ProvidedPlace[]> => {
    const credits = places.length === 0 ? new Map<string, Credit>() : await creditsOf(index)
    return places.map((place) => ({
      ...place,
      credits: [credits.get(place.source) ?? { text: place.source }],
      storage: { keep: 'everything', fetchedAt: now().toISOString() },
      ownMapOnly: false,
    }))
  }
  const search: PlaceProvider['search'] = async (query, { area, limit = 10 } = {}) =>
    provide(await index.search(query, { limit, ...(area && { area }) }))
  return {
    name: 'local',
    search,
    byId: async (source, sourceId) => {
      const place = await index.byId(source, sourceId)
      return place === null ? null : ((await provide([place]))[0] ?? null)
    },
    geocode: (text, { area, region } = {}) =>
      geocode(index, gazetteer, text, {
        ...(area && { area }),
        ...(region && { country: region.toUpperCase() }),
      }),
    autocomplete: async (text, request = {}) => {
      if (text.trim().length < SHORTEST) return []
      const found = await search(text, { limit: 5, ...request })
      return found.map((place) => {
        const address = [place.address, place.city].filter(Boolean).join(', ')
        return { id: placeId(place), name: place.name, ...(address !== '' && { address }) }
      })
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
