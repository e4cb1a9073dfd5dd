import { nameKey } from '@antojo/domain/text'
import { z } from 'zod'
import { distanceMetres } from './area.ts'
import type { City } from './gazetteer-cities.ts'
import type { NamedArea } from './gazetteer.ts'

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

/** Reads the list; throws with the line when one is malformed. */
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

/** How far the written point of a city may be from GeoNames' (metres). */
const SAME_CITY = 30_000

/** Gives written cities the population GeoNames knows for them and takes those out of the rest. */
export function joinWrittenAreas(
  written: readonly WrittenArea[],
  cities: readonly City[],
): { written: WrittenArea[]; others: City[] } {
  const owners = new Map<string, WrittenArea[]>()
  for (const each of written) {
    if (each.area.kind === 'region') continue
    for (const { key } of each.keys) owners.set(key, [...(owners.get(key) ?? []), each])
  }
  const populations = new Map<WrittenArea, number>()
  const others = cities.filter((city) => {
    const owner = city.names
      .flatMap((name) => owners.get(nameKey(name)) ?? [])
      .find(({ area }) => area.country === city.area.country && distanceMetres(area, city.area) < SAME_CITY)
    if (owner === undefined) return true
    populations.set(owner, Math.max(populations.get(owner) ?? 0, city.area.population))
    return false
  })
  const joined = written.map((each) => ({
    ...each,
    area: { ...each.area, population: populations.get(each) ?? 0 },
  }))
  return { written: joined, others }
}
