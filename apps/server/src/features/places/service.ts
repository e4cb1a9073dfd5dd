import type { PlaceDetails, PlaceResult, PlacesQuery } from '@antojo/contract/places'
import type { Area, Place } from '@antojo/places/place'
import { presentDetails, presentPlace } from './present.ts'

export { addressOf, locationOf, mapsUrl, openingHoursOf } from './present.ts'

/** Where places come from: the local index or a provider. */
export interface PlaceSource {
  search(query: string, options?: { area?: Area; limit?: number }): Promise<Place[]>
  byId(source: string, sourceId: string): Promise<Place | null>
}

export interface Places {
  search(query: PlacesQuery): Promise<PlaceResult[]>
  details(id: string, locale: string): Promise<PlaceDetails | null>
  /** By the id that leaves the server, `source:sourceId`. */
  byId(id: string): Promise<Place | null>
}

/** Metres around the given point when no radius is given (spec §9). */
const defaultRadius = 20_000

export function createPlaces(source: PlaceSource, now: () => Date = () => new Date()): Places {
  const byId = async (id: string): Promise<Place | null> => {
    const colon = id.indexOf(':')
    return colon < 1 ? null : source.byId(id.slice(0, colon), id.slice(colon + 1))
  }
  return {
    byId,
    search: async ({ query, lat, lng, radius, limit }) => {
      const area =
        lat === undefined || lng === undefined ? {} : { area: { lat, lng, radius: radius ?? defaultRadius } }
      const found = query.trim() === '' ? [] : await source.search(query.trim(), { ...area, limit })
      return found.map((place) => presentPlace(place))
    },
    details: async (id, locale) => {
      const place = await byId(id)
      return place && presentDetails(place, locale, now())
    },
  }
}
