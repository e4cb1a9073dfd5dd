import type { LookupOptions, NameHit as Hit, NameIndex } from '@antojo/identify/name-index'
import type { Place } from './place.ts'

export type NameHit = Hit<Place>

/** Read access to the local place index. Only `byId` returns the description, which may be long. */
export interface PlaceLookup extends NameIndex<Place> {
  /**
   * Full search for people: ranked, typo tolerant, with an unfinished last word, and with words of the city, street or
   * cuisine. Here an area is only a preference: other places follow when the area has too few.
   */
  search(query: string, options?: LookupOptions): Promise<Place[]>
  byId(source: string, sourceId: string): Promise<Place | null>
}
