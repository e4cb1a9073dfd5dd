import type { PlaceDetails, PlaceResult, PlacesQuery } from '@antojo/contract/places'
import type { MapsPlace } from '@antojo/domain/links/maps-link'
import type { PlaceProvider, ProvidedPlace } from '../../adapters/places/port.ts'
import { createHoursOf, presentDetails, presentPlace } from './present.ts'

export { addressOf, type HoursOf, locationOf, mapsUrl } from './present.ts'

export type Places = ReturnType<typeof createPlaces>

/** The default radius of a request in metres (spec §9). */
const DEFAULT_RADIUS = 20_000

/** The radius in metres around the position of a link. */
const NAMED_RADIUS = 300
const MAX_NAMED = 10

export function createPlaces(provider: PlaceProvider, now: () => Date) {
  const byId = async (id: string, language?: string): Promise<ProvidedPlace | null> => {
    const colon = id.indexOf(':')
    if (colon < 1) return null
    return provider.byId(id.slice(0, colon), id.slice(colon + 1), language === undefined ? {} : { language })
  }
  const hoursOf = createHoursOf(now)
  return {
    /** `id` is the public form, `source:sourceId`. */
    byId: (id: string) => byId(id),
    hoursOf,
    /** Places that a link may mean by its name, ordered by the distance from its position. */
    named: async ({ name, position }: MapsPlace): Promise<ProvidedPlace[]> =>
      name === null
        ? []
        : provider.search(name, {
            limit: MAX_NAMED,
            ...(position && { area: { ...position, radius: NAMED_RADIUS } }),
          }),
    search: async (wanted: PlacesQuery): Promise<PlaceResult[]> => {
      const { query, lat, lng, radius, limit, language, region } = wanted
      const text = query.trim()
      if (text === '') return []
      const found = await provider.search(text, {
        limit,
        ...(lat === undefined || lng === undefined
          ? {}
          : { area: { lat, lng, radius: radius ?? DEFAULT_RADIUS } }),
        ...(language === undefined ? {} : { language }),
        ...(region === undefined ? {} : { region }),
      })
      return found.map((place) => presentPlace(place))
    },
    details: async (id: string, locale: string): Promise<PlaceDetails | null> => {
      const place = await byId(id, locale)
      return place && presentDetails(place, locale, hoursOf)
    },
  }
}
