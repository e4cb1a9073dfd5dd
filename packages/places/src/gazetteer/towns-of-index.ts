import { nameKey } from '@antojo/domain/text'
import type pg from 'pg'
import type { NamedArea } from './area.ts'

/** A town named by places of the index, with the keys that people may use for it. */
export interface IndexTown {
  readonly area: NamedArea
  readonly keys: readonly string[]
}

/** A name with fewer places may be an error in their source. */
const MIN_PLACES = 2
/** Estimated number of people per place of an index, from towns that GeoNames has too. */
const PEOPLE_PER_PLACE = 150
/** The radius of a town in metres: two standard deviations of its places, within these limits. */
const SMALLEST = 3_000
const LARGEST = 15_000
const METRES_A_DEGREE = 111_320

interface Row {
  readonly city: string
  readonly country: string
  readonly lat: number
  readonly lng: number
  readonly spread: number
  readonly places: number
}

/**
 * The towns of the index's own places: villages, parts of cities and names in a second language that the gazetteer
 * lacks. Reads the whole index once (half a second for 700,000 places).
 */
export async function readIndexTowns(pool: pg.Pool): Promise<IndexTown[]> {
  const { rows } = await pool.query<Row>(
    `select city, country, avg(lat) as lat, avg(lng) as lng, stddev_pop(lat) as spread, count(*)::int as places
     from places where city is not null and country is not null
     group by city, country, round(lat), round(lng) having count(*) >= $1`,
    [MIN_PLACES],
  )
  return rows.map(({ city, country, lat, lng, spread, places }) => ({
    area: {
      name: city,
      kind: 'city',
      lat,
      lng,
      radius: Math.min(LARGEST, Math.max(SMALLEST, 2 * spread * METRES_A_DEGREE)),
      country,
      population: places * PEOPLE_PER_PLACE,
    },
    keys: keysOf(city),
  }))
}

/**
 * The fewest letters of the first half of a double name that is used alone: 'Gernika' of 'Gernika-Lumo', but not
 * 'Saint'.
 */
const MIN_HALF_LETTERS = 6

/** 'Arrasate/Mondragón' is two names; 'Altzusta | Diseminado' is a name and a remark. */
function keysOf(city: string): string[] {
  const names = (city.split('|')[0] ?? '').split('/')
  const halves = names.flatMap((name) => {
    const [first = '', second] = name.split('-')
    return second !== undefined && nameKey(first).length >= MIN_HALF_LETTERS ? [first] : []
  })
  return [...new Set([...names, ...halves].map(nameKey))].filter((key) => key.length > 2)
}
