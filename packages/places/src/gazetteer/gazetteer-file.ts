import { nameKey } from '@antojo/domain/text'
import { z } from 'zod'
import { distanceMetres } from '@antojo/domain/distance'
import type { Cities } from './cities.ts'
import type { NamedArea } from './area.ts'

/** An area of `data/areas.psv` with its keys. */
export interface WrittenArea {
  readonly area: NamedArea
  readonly keys: readonly { readonly key: string; readonly weak: boolean }[]
}

const row = z.tuple([
  z.enum(['region', 'city', 'neighbourhood']),
  z.string().regex(/^[A-Z]{2}$/),
  z.coerce.number().min(-90).max(90),
  z.coerce.number().min(-180).max(180),
  z.coerce.number().positive(),
  z.string().min(1),
])

/** Reads the list. Throws with the line number when a line is malformed. */
export function readWrittenAreas(text: string): WrittenArea[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  return lines.map((line) => {
    const parsed = row.safeParse(line.split('|'))
    if (!parsed.success) throw new Error(`data/areas.psv: ${line}`, { cause: parsed.error })
    const [kind, country, lat, lng, kilometres, list] = parsed.data
    const names = list.split(';')
    return {
      area: {
        name: (names[0] ?? '').replace('~', ''),
        kind,
        lat,
        lng,
        radius: kilometres * 1000,
        country,
        population: 0,
      },
      keys: names.map((name) => ({ key: nameKey(name), weak: name.endsWith('~') })),
    }
  })
}

/** The most metres between the written point of a city and GeoNames' point. */
const SAME_CITY = 30_000

/** Gives written cities the population from GeoNames; `taken` are the GeoNames cities that they replace. */
export function joinWrittenAreas(
  written: readonly WrittenArea[],
  cities: Cities,
): { written: WrittenArea[]; taken: ReadonlySet<number> } {
  const taken = new Set<number>()
  const joined = written.map((each) => {
    if (each.area.kind === 'region') return each
    const same = each.keys
      .flatMap(({ key }) => cities.numbersOf(key))
      .filter((city) => !taken.has(city) && isSame(each.area, city, cities))
    for (const city of same) taken.add(city)
    const [largest] = same.toSorted((a, b) => cities.population(b) - cities.population(a))
    if (largest === undefined) return each
    const facts = { population: cities.population(largest), subdivision: cities.subdivision(largest) }
    return { ...each, area: { ...each.area, ...facts } }
  })
  return { written: joined, taken }
}

function isSame(area: NamedArea, city: number, cities: Cities): boolean {
  const point = { lat: cities.lat(city), lng: cities.lng(city) }
  return area.country === cities.country(city) && distanceMetres(area, point) < SAME_CITY
}
