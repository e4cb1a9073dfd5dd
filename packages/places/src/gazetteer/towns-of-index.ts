import { nameKey } from '@antojo/domain/text'
import type pg from 'pg'
import type { NamedArea } from './area.ts'

/** A town named by places of the index, with the keys that people may use for it. */
export interface IndexTown {
  readonly area: NamedArea
  readonly keys: readonly string[]
}

/** Fewer places may be a mistake of their source. */
const FEWEST_PLACES = 2
/** Estimated number of people for each place of an index, from the towns that GeoNames knows too. */
const PEOPLE_A_PLACE = 150
/** Metres around the middle of a town: two standard deviations, within these. */
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
    [FEWEST_PLACES],
  )
  return rows.map(({ city, country, lat, lng, spread, places }) => ({
    area: {
      name: city,
      kind: 'city',
      lat,
      lng,
      radius: Math.min(LARGEST, Math.max(SMALLEST, 2 * spread * METRES_A_DEGREE)),
      country,
      population: places * PEOPLE_A_PLACE,
    },
    keys: keysOf(city),
  }))
}

/** Letters of a first half that is used alone: 'Gernika' of 'Gernika-Lumo', but not 'Saint'. */
const TELLING_HALF = 6

/** 'Arrasate/Mondragón' has two names; 'Altzusta | Diseminado' has a name and a remark. */
function keysOf(city: string): string[] {
  const names = (city.split('|')[0] ?? '').split('/')
  const halves = names.flatMap((name) => {
    const [first = '', second] = name.split('-')
    return second !== undefined && nameKey(first).length >= TELLING_HALF ? [first] : []
  })
  return [...new Set([...names, ...halves].map(nameKey))].filter((key) => key.length > 2)
}
