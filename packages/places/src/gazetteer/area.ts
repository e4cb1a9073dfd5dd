export type AreaKind = 'country' | 'region' | 'city' | 'neighbourhood'

/** An area of the earth that people name in posts. */
export interface NamedArea {
  /** The display name, in Spanish where Spanish has its own. */
  readonly name: string
  readonly kind: AreaKind
  readonly lat: number
  readonly lng: number
  /** A radius in metres that contains the area. For a country its code is the better test. */
  readonly radius: number
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** 0 when unknown, as for regions and neighbourhoods. */
  readonly population: number
  /** Of a city: the code of its first-level subdivision in GeoNames, after that of the country. */
  readonly subdivision?: string
}

/** An area that was found by a key. */
export interface AreaHit extends NamedArea {
  /** The key that was found (`nameKey`). */
  readonly key: string
  /** True when the key is also an ordinary word, a person's name or a short code ("once", "sol", "la"). */
  readonly weak: boolean
}
