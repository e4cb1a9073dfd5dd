/** What identification knows of a place; field for field what every provider of places returns. */
export interface PlaceFacts {
  readonly source: string
  readonly sourceId: string
  readonly name: string
  readonly lat: number
  readonly lng: number
  readonly address?: string
  readonly city?: string
  readonly region?: string
  readonly country?: string
  readonly postcode?: string
  readonly categories: readonly string[]
  readonly cuisine: readonly string[]
  readonly phone?: string
  readonly website?: string
  readonly openingHours?: string
  readonly openingHoursText?: string
  readonly description?: string
  readonly timeZone?: string
  readonly rating?: number
  readonly ratingCount?: number
  readonly priceLevel?: number
}

/** The id that leaves the server. */
export const factsId = (place: Pick<PlaceFacts, 'source' | 'sourceId'>): string =>
  `${place.source}:${place.sourceId}`
