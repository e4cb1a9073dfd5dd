/** A city, part of a city, region or country with a rough extent. */
export interface GazetteerEntry {
  readonly name: string
  readonly kind: 'city' | 'neighbourhood' | 'region' | 'country'
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly lat: number
  readonly lng: number
  readonly radiusKm: number
  readonly population: number
  /** The key is also an ordinary word, a first name or a short code. */
  readonly weak: boolean
}

/** Names of areas, nicknames included. Keys are `nameKey`s; a key without spaces also finds names written as one word. */
export interface AreaNames {
  find(keys: readonly string[]): ReadonlyMap<string, readonly GazetteerEntry[]>
}
