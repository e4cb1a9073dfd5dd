import { type Place, TEXT_COLUMNS, TEXT_FACTS, type TextColumn } from '../place.ts'
import { timeZoneAt } from '../time-zone.ts'

/** A row of `places` as `pg` returns it. */
export interface PlaceRow extends Readonly<Record<TextColumn, string | null>> {
  readonly source: string
  readonly source_id: string
  readonly name: string
  readonly lat: number
  readonly lng: number
  readonly categories: string[]
  readonly cuisine: string[]
}

/** The columns of a `PlaceRow` of table alias `p`. */
export const PLACE_COLUMNS = columns('p.description')

/** `PLACE_COLUMNS` without the description, which may be long: for lists of candidates. */
export const CANDIDATE_COLUMNS = columns('null::text as description')

function columns(description: string): string {
  const texts = Object.values(TEXT_COLUMNS).map((column) =>
    column === 'description' ? description : `p.${column}`,
  )
  return ['p.source, p.source_id, p.name, p.lat, p.lng, p.categories, p.cuisine', ...texts].join(', ')
}

export function toPlace(row: PlaceRow): Place {
  const texts: Record<string, string> = {}
  for (const fact of TEXT_FACTS) {
    const text = row[TEXT_COLUMNS[fact]]
    if (text !== null) texts[fact] = text
  }
  return {
    ...texts,
    source: row.source,
    sourceId: row.source_id,
    name: row.name,
    lat: row.lat,
    lng: row.lng,
    categories: row.categories,
    cuisine: row.cuisine,
    timeZone: timeZoneAt(row.lat, row.lng),
  }
}
