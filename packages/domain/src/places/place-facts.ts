/**
 * The facts of a place that identification uses, in the form that every provider of places returns. Missing facts are
 * absent, never empty.
 */
export interface PlaceFacts {
  readonly source: string
  readonly sourceId: string
  readonly name: string
  readonly lat: number
  readonly lng: number
  readonly address?: string
  readonly neighbourhood?: string
  readonly city?: string
  readonly region?: string
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country?: string
  readonly postcode?: string
  readonly categories: readonly string[]
  readonly cuisine: readonly string[]
  readonly phone?: string
  readonly website?: string
  /** OpenStreetMap `opening_hours` syntax. */
  readonly openingHours?: string
  readonly openingHoursText?: string
  readonly description?: string
  /** IANA time zone, e.g. `Europe/Madrid`. */
  readonly timeZone?: string
  readonly rating?: number
  readonly ratingCount?: number
  /** 0–3 (spec §5), see `priceLevel` in `price.ts`. */
  readonly priceLevel?: number
}

/** The id of a place in answers and rows: `source:sourceId`, unique over all providers. */
export function placeId(place: Pick<PlaceFacts, 'source' | 'sourceId'>): string {
  return `${place.source}:${place.sourceId}`
}
