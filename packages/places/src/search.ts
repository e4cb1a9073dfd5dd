import { nameKey } from '@antojo/domain/text'
import type pg from 'pg'
import type { LookupOptions, PlaceLookup } from './lookup.ts'
import type { Place } from './place.ts'
import { placeId } from './place.ts'

/** Search for people. See `PlaceLookup.search`. */
export async function searchPlaces(
  lookup: PlaceLookup,
  _pool: pg.Pool,
  query: string,
  options: LookupOptions,
): Promise<Place[]> {
  const key = nameKey(query)
  const area = options.area === undefined ? {} : { area: options.area }
  const hits = [
    ...(await lookup.byKeys([key], area)),
    ...(await lookup.byTokens(key.split(' '), area)),
    ...(await lookup.byTypo(key, area)),
  ]
  const places = new Map(hits.map((hit) => [placeId(hit.place), hit.place]))
  return [...places.values()].slice(0, options.limit ?? 20)
}
