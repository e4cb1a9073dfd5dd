import type { PlaceFacts } from '@antojo/domain/places/place-facts'
import type { LocalNames } from './candidates/local-names.ts'

/** A circle on the earth; `radius` in metres. */
export interface Area {
  readonly lat: number
  readonly lng: number
  readonly radius: number
}

/** A place that was found by its name or handle, and the key that found it. */
export interface NameHit<P extends PlaceFacts = PlaceFacts> {
  readonly place: P
  /** The normalised name (`nameKey`) that was found, such as `taqueria el califa`. */
  readonly key: string
  /** `alias`: the place's handle on a social network. */
  readonly kind: 'name' | 'alias'
  /** The number of places in the whole index with this key (chains, common names). */
  readonly keyCount: number
  /**
   * 1 for an exact hit. `byTypo`: 1 − edits / length of the longer text, both without spaces. `byTokens`: length of
   * the tokens / length of the key.
   */
  readonly similarity: number
  /**
   * True when the key leaves out words of the place's name: a generic word or article ("califa" of "Taquería El
   * Califa") or what follows a separator ("Café Fulanos | El Espino"). Weaker than a whole name.
   */
  readonly short: boolean
}

/** Restricts a look-up. */
export interface LookupOptions {
  /** Only places in the circle, nearest first; otherwise the order of the index. */
  readonly area?: Area
  readonly limit?: number
}

/**
 * The names of a place index, as identification uses them. All keys are results of `nameKey` (domain/text). An area is
 * a filter: places outside are not returned.
 */
export interface NameIndex<P extends PlaceFacts = PlaceFacts> {
  /**
   * Exact matches of any of the keys, in one query for any number of keys. Those of `joined` (by default all without
   * spaces) also match names that equal them without their spaces. Returns at most `limitPerKey` (20) places per key;
   * for keys with more, it adds the nearest ones in the areas of `near`.
   */
  byKeys(
    keys: readonly string[],
    options?: {
      area?: Area
      limitPerKey?: number
      joined?: readonly string[]
      near?: { readonly areas: readonly Area[]; readonly limit: number }
    },
  ): Promise<NameHit<P>[]>
  /** Names that differ from the term by a typo or two, best first. */
  byTypo(term: string, options?: LookupOptions): Promise<NameHit<P>[]>
  /**
   * The names of the places that a provider outside the index finds for a text query, best first; [] without a
   * provider. Here an area is only a preference, and the limit counts places.
   */
  fromProvider(query: string, options?: LookupOptions): Promise<NameHit<P>[]>
  /** Places whose name contains all the tokens (a partial name), closest in length first. */
  byTokens(tokens: readonly string[], options?: LookupOptions): Promise<NameHit<P>[]>
  /** Places whose whole name contains one of the tokens; for rare tokens. */
  byAnyToken(tokens: readonly string[], options: { readonly limit: number }): Promise<NameHit<P>[]>
  /** Places whose whole name begins with one of the keys and continues; at most 3 names per key. */
  byHeads(heads: readonly string[], options: { readonly limit: number }): Promise<NameHit<P>[]>
  /** The names of the places in an area, memoized. An area with very many is limited to those nearest to its centre. */
  localNames(area: Area): Promise<LocalNames>
  /** Places by the ids and whole names that `localNames` returned. */
  byLocalNames(found: readonly { readonly placeId: number; readonly key: string }[]): Promise<NameHit<P>[]>
  /**
   * Words of the index one edit away from each word, the most frequent first; for rare, misspelt words. Words in more
   * than `maxNames` names are left out.
   */
  similarWords(words: readonly string[], maxNames?: number): Promise<ReadonlyMap<string, readonly string[]>>
  /**
   * Places at a street and number, within a city or area. `street` may be given with or without its type ("Calle de",
   * "Av.", "St"). Without a number, any place of that street (needs a city or an area).
   */
  byAddress(address: { street: string; number?: string; city?: string; area?: Area }): Promise<P[]>
  /** The number of names of the index in which each token occurs (absent = 0), and the number of names. */
  tokenCounts(tokens: readonly string[]): Promise<{ counts: ReadonlyMap<string, number>; total: number }>
}
