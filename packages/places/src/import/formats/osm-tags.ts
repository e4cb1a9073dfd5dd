import { readRecord, text, type RawFields, type ReadRow } from '../record.ts'

/** An OpenStreetMap element with its point. */
export interface OsmElement {
  /** `node/123`, `way/45`, `relation/6`. */
  readonly id: string | undefined
  readonly lat: number | undefined
  readonly lng: number | undefined
  readonly tags: RawFields
}

const AMENITIES = new Set(
  'restaurant cafe bar pub fast_food food_court ice_cream biergarten marketplace'.split(' '),
)
const SHOPS = new Set('bakery pastry confectionery coffee ice_cream deli cheese chocolate tea'.split(' '))
const CRAFTS = new Set(['brewery', 'distillery', 'winery', 'caterer'])

/** Keys whose values are other names of the place (OpenStreetMap wiki, "Names"). */
const NAME_KEYS =
  /^(?:(?:name|alt_name|official_name|short_name):[a-z]{2,3}(?:[-_][A-Za-z_]{2,8})?|name:latin|alt_name|old_name|short_name|official_name|loc_name|int_name|brand)$/

/** True for the tags of a place to eat or drink at. */
export function isFoodPlace(tags: RawFields): boolean {
  return (
    AMENITIES.has(text(tags['amenity']) ?? '') ||
    SHOPS.has(text(tags['shop']) ?? '') ||
    CRAFTS.has(text(tags['craft']) ?? '')
  )
}

/** Reads an element's tags (OpenStreetMap wiki, "Key:addr:*", "Key:cuisine", "Key:opening_hours"). */
export function recordOfOsm(element: OsmElement, source: string): ReadRow {
  const { tags } = element
  const street = text(tags['addr:street'] ?? tags['addr:place'])
  const number = text(tags['addr:housenumber'])
  return readRecord({
    source,
    source_id: element.id,
    name: tags['name'],
    other_names: otherNames(tags),
    lat: element.lat,
    lng: element.lng,
    address: street === undefined ? tags['addr:full'] : [street, number].filter(Boolean).join(' '),
    neighbourhood: tags['addr:suburb'] ?? tags['addr:neighbourhood'] ?? tags['addr:quarter'],
    city: tags['addr:city'] ?? tags['addr:town'] ?? tags['addr:village'],
    region: tags['addr:state'] ?? tags['addr:province'],
    country: tags['addr:country'],
    postcode: tags['addr:postcode'],
    categories: [tags['amenity'], tags['shop'], tags['craft']].filter((value) => value !== undefined),
    cuisine: tags['cuisine'],
    phone: tags['phone'] ?? tags['contact:phone'],
    website: tags['website'] ?? tags['contact:website'] ?? tags['url'],
    instagram: tags['contact:instagram'] ?? tags['instagram'],
    opening_hours: tags['opening_hours'],
    description: tags['description'],
  })
}

function otherNames(tags: RawFields): string[] {
  return Object.entries(tags).flatMap(([key, value]) =>
    NAME_KEYS.test(key) ? (text(value) ?? '').split(';') : [],
  )
}
