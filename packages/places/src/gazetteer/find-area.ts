import { nameKey } from '@antojo/domain/text'
import { type Box, boxOf } from '../geo.ts'
import type { Extent } from '../import/formats/read-parquet.ts'
import type { NamedArea } from './area.ts'
import { readCities } from './cities.ts'
import type { Gazetteer } from './gazetteer.ts'

/** Areas with the same name as a larger one are left out below this share of its population. */
const MIN_SHARE = 0.1
/** Degrees of margin around the outermost cities of a country. */
const MARGIN = 0.5

/**
 * The areas that a person may mean by "CDMX", "León, España" or "서울", the largest first. The part after the last comma
 * may be a country, by its name or code.
 */
export function areasNamed(text: string, gazetteer: Gazetteer): NamedArea[] {
  const parts = text.split(',')
  const last = parts.length > 1 ? (parts.pop() ?? '') : ''
  const countries = new Set([
    last.trim().toUpperCase(),
    ...gazetteer
      .findAreas([nameKey(last)])
      .flatMap(({ kind, country }) => (kind === 'country' ? [country] : [])),
  ])
  const found = [nameKey(parts.join(' ')), nameKey(text)].map((key) =>
    gazetteer.findAreas([key]).filter(({ country }) => last === '' || countries.has(country)),
  )
  const areas = found.find((hits) => hits.length > 0) ?? []
  const distinct = areas.filter((area, at) => areas.findIndex((other) => isSame(area, other)) === at)
  const most = Math.max(...distinct.map(({ population }) => population), 0)
  return distinct
    .filter(({ population }) => population >= most * MIN_SHARE)
    .toSorted((a, b) => b.population - a.population)
}

function isSame(a: NamedArea, b: NamedArea): boolean {
  return (
    a.kind === b.kind && a.country === b.country && Math.abs(a.lat - b.lat) + Math.abs(a.lng - b.lng) < 0.3
  )
}

/** The extent of an area: a box, and for a country also its code. */
export async function extentOf(area: NamedArea): Promise<Extent> {
  return area.kind === 'country' ? countryExtent(area.country) : { box: boxOf(area) }
}

/** The extent of a country by its code: the box around its cities. There is no box when no city is known. */
export async function countryExtent(country: string): Promise<Extent> {
  const cities = await readCities()
  const lats: number[] = []
  const lngs: number[] = []
  for (let city = 0; city < cities.count; city += 1) {
    if (cities.country(city) !== country) continue
    lats.push(cities.lat(city))
    lngs.push(cities.lng(city))
  }
  return lats.length === 0 ? { country } : { country, box: boxAround(lats, lngs) }
}

/** The box leaves out the widest gap between two longitudes, so that it may cross the date line. */
function boxAround(lats: readonly number[], lngs: readonly number[]): Box {
  const sorted = lngs.toSorted((a, b) => a - b)
  const first = sorted[0] ?? 0
  let [west, east, widest] = [first, sorted.at(-1) ?? 0, first + 360 - (sorted.at(-1) ?? 0)]
  for (const [at, lng] of sorted.entries()) {
    const before = sorted[at - 1] ?? lng
    if (lng - before > widest) [west, east, widest] = [lng, before, lng - before]
  }
  const south = lats.reduce((a, b) => Math.min(a, b)) - MARGIN
  const north = lats.reduce((a, b) => Math.max(a, b)) + MARGIN
  return {
    west: Math.max(-180, west - MARGIN),
    east: Math.min(180, east + MARGIN),
    south: Math.max(-90, south),
    north: Math.min(90, north),
  }
}
