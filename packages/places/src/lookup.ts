import type { Area, Place } from './place.ts'

/** A place whose name (or alias) was hit, and by which key. */
export interface NameHit {
  readonly place: Place
  /** The normalised name (`nameKey`) that was hit, e.g. `taqueria el califa`. */
  readonly key: string
  readonly kind: 'name' | 'alias'
  /** How many places of the whole index carry this very key (chains, common names). */
  readonly keyCount: number
  /** 1 for an exact hit, trigram word similarity otherwise. */
  readonly similarity: number
}

/** Read access to the local place index. All keys are results of `nameKey` (domain/text). */
export interface PlaceLookup {
  /** Exact hits of any of the keys; one query however many keys. Keys without spaces also hit jammed names. */
  byKeys(keys: readonly string[], options?: { area?: Area; limitPerKey?: number }): Promise<NameHit[]>
  /** Hits of names that differ from the term by a typo or two, best first. */
  byTypo(term: string, options?: { area?: Area; limit?: number }): Promise<NameHit[]>
  /** Places whose name contains all the tokens (a partial name), rarest token first. */
  byTokens(tokens: readonly string[], options?: { area?: Area; limit?: number }): Promise<NameHit[]>
  /** Places at a street and number; city or area narrows. */
  byAddress(address: { street: string; number?: string; city?: string; area?: Area }): Promise<Place[]>
  /** In how many names of the index each token occurs (absent = 0), and the number of names. */
  tokenCounts(tokens: readonly string[]): Promise<{ counts: ReadonlyMap<string, number>; total: number }>
  /** Full search for people: text, optional area; ranked; typo tolerant. */
  search(query: string, options?: { area?: Area; limit?: number }): Promise<Place[]>
  byId(source: string, sourceId: string): Promise<Place | null>
}
