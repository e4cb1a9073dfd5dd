import type { Place } from '../place.ts'
import { timeZoneAt } from '../time-zone.ts'

/** A row of `places` as `pg` returns it. */
export interface PlaceRow {
  readonly source: string
  readonly source_id: string
  readonly name: string
  readonly lat: number
  readonly lng: number
  readonly address: string | null
  readonly neighbourhood: string | null
  readonly city: string | null
  readonly region: string | null
  readonly country: string | null
  readonly postcode: string | null
  readonly categories: string[]
  readonly cuisine: string[]
  readonly phone: string | null
  readonly website: string | null
  readonly instagram: string | null
  readonly opening_hours: string | null
  readonly opening_hours_text: string | null
  readonly description: string | null
}

/** The columns of a `PlaceRow` of table alias `p`. */
export const PLACE_COLUMNS = columns('p.description')

/** The same without the description, which may be long: for lists of candidates. */
export const CANDIDATE_COLUMNS = columns('null::text as description')

function columns(description: string): string {
  return (
    'p.source, p.source_id, p.name, p.lat, p.lng, p.address, p.neighbourhood, p.city, p.region, p.country, p.postcode, ' +
    'p.categories, p.cuisine, p.phone, p.website, p.instagram, p.opening_hours, p.opening_hours_text, ' +
    description
  )
}

export function toPlace(row: PlaceRow): Place {
  return {
    source: row.source,
    sourceId: row.source_id,
    name: row.name,
    lat: row.lat,
    lng: row.lng,
    categories: row.categories,
    cuisine: row.cuisine,
    timeZone: timeZoneAt(row.lat, row.lng),
    ...(row.address !== null && { address: row.address }),
    ...(row.neighbourhood !== null && { neighbourhood: row.neighbourhood }),
    ...(row.city !== null && { city: row.city }),
    ...(row.region !== null && { region: row.region }),
    ...(row.country !== null && { country: row.country }),
    ...(row.postcode !== null && { postcode: row.postcode }),
    ...(row.phone !== null && { phone: row.phone }),
    ...(row.website !== null && { website: row.website }),
    ...(row.instagram !== null && { instagram: row.instagram }),
    ...(row.opening_hours !== null && { openingHours: row.opening_hours }),
    ...(row.opening_hours_text !== null && { openingHoursText: row.opening_hours_text }),
    ...(row.description !== null && { description: row.description }),
  }
}
