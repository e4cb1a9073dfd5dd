import { distanceMetres } from '@antojo/domain/distance'
import { cityRadius, type Cities } from '../gazetteer/cities.ts'
import type { PlaceRecord } from './record.ts'

/** Cities are sorted into cells of this many degrees. The largest radius, 45 km, spans less than one. */
const CELL = 0.5

/**
 * Adds missing cities and countries to records. The city is the one whose area contains the point most deeply, relative
 * to its radius, so that a suburb with its own town hall is not taken for the capital. A record's own facts are kept.
 */
export function createLocator(cities: Cities): (record: PlaceRecord) => PlaceRecord {
  const whole = cities.numbers().filter((city) => cities.area(city).kind === 'city')
  const cells = Map.groupBy(whole, (city) => cellOf(cities.lat(city), cities.lng(city)))
  return (record) => {
    if (record.city !== undefined && record.country !== undefined) return record
    const city = deepest(record, cities, cells)
    if (city === null || (record.country ?? cities.country(city)) !== cities.country(city)) return record
    return { ...record, country: cities.country(city), city: record.city ?? cities.area(city).name }
  }
}

function deepest(
  point: PlaceRecord,
  cities: Cities,
  cells: ReadonlyMap<string, readonly number[]>,
): number | null {
  let best: { city: number; depth: number } | null = null
  for (const dLat of [-CELL, 0, CELL]) {
    for (const dLng of [-CELL, 0, CELL]) {
      for (const city of cells.get(cellOf(point.lat + dLat, point.lng + dLng)) ?? []) {
        const away = distanceMetres(point, { lat: cities.lat(city), lng: cities.lng(city) })
        const depth = away / cityRadius(cities.population(city))
        if (depth <= 1 && (best === null || depth < best.depth)) best = { city, depth }
      }
    }
  }
  return best?.city ?? null
}

function cellOf(lat: number, lng: number): string {
  return `${Math.floor(lat / CELL)} ${Math.floor(lng / CELL)}`
}
