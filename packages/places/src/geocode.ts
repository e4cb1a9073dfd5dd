import { nameKey } from '@antojo/domain/text'
import { parseStreetAddress } from './text/street-address.ts'
import type { AreaKind, NamedArea } from './gazetteer/area.ts'
import type { Gazetteer } from './gazetteer/gazetteer.ts'
import type { PlaceLookup } from './lookup.ts'
import type { Area } from './place.ts'

/** A point or an area that a text names. */
export interface Geocoded extends Area {
  readonly name: string
  readonly kind: AreaKind | 'address'
  readonly country?: string
}

export interface GeocodeOptions {
  /** Prefer what lies here when the text names no city. */
  readonly area?: Area
  /** ISO 3166-1 alpha-2; its cities come first. */
  readonly country?: string
}

/** An address is where a place of the index has it: good for the house, or at least for the street. */
const HOUSE_RADIUS = 50
const STREET_RADIUS = 1000

/**
 * Geocodes "Corrientes 1368, Buenos Aires", "La Condesa, CDMX" or "Sevilla" by the index and the gazetteer: an address
 * that the index holds first, then the areas, the most precise one first; of cities of one name the largest.
 */
export async function geocode(
  lookup: PlaceLookup,
  gazetteer: Gazetteer,
  text: string,
  options: GeocodeOptions = {},
): Promise<Geocoded[]> {
  const areas = namedAreas(gazetteer, text, options.country)
  const address = parseStreetAddress(text.split(',').slice(0, 2).join(','))
  if (address?.number === undefined) return areas.map(geocoded)
  const area = areas.find((each) => each.kind !== 'country') ?? options.area
  const query = { street: text.split(',')[0]?.replace(address.number, ' ') ?? '', ...(area && { area }) }
  const houses = await lookup.byAddress({ ...query, number: address.number })
  const street = houses.length > 0 || area === undefined ? [] : await lookup.byAddress(query)
  const found = [...houses.slice(0, 1), ...street.slice(0, 1)].map((place): Geocoded => ({
    name: [place.address, place.city].filter(Boolean).join(', '),
    kind: 'address',
    lat: place.lat,
    lng: place.lng,
    radius: houses.length > 0 ? HOUSE_RADIUS : STREET_RADIUS,
    ...(place.country !== undefined && { country: place.country }),
  }))
  return [...found, ...areas.map(geocoded)]
}

const PRECISION: Readonly<Record<AreaKind, number>> = { neighbourhood: 0, city: 1, region: 2, country: 3 }

/** Areas of the comma-separated parts; when an outer one is named ("Córdoba, España"), only those inside its country. */
function namedAreas(gazetteer: Gazetteer, text: string, country: string | undefined): NamedArea[] {
  const parts = text.split(',').map(nameKey).filter(Boolean)
  const hits = gazetteer.findAreas([...parts, nameKey(text)])
  const named = new Set(hits.filter((hit) => hit.kind === 'country').map((hit) => hit.country))
  const lastPart = parts.at(-1)
  const outer =
    named.size > 0 ? named : new Set(hits.filter((hit) => hit.key === lastPart).map((hit) => hit.country))
  const inside = parts.length > 1 ? hits.filter((hit) => outer.has(hit.country)) : hits
  const preferred = (area: NamedArea): number => Number(area.country === country)
  return inside.toSorted(
    (a, b) => preferred(b) - preferred(a) || (parts.length > 1 ? PRECISION[a.kind] - PRECISION[b.kind] : 0),
  )
}

function geocoded({ name, kind, lat, lng, radius, country }: NamedArea): Geocoded {
  return { name, kind, lat, lng, radius, country }
}
