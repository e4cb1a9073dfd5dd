import { lazily } from '../lazily.ts'
import { distanceMetres } from '@antojo/domain/distance'
import { nameKey } from '@antojo/domain/text'
import type { NamedArea } from './area.ts'
import { readCities } from './cities.ts'
import { areasNamed, liesWithin, readingsOf } from './find-area.ts'
import type { Gazetteer } from './gazetteer.ts'

/** Smaller towns are found by their whole name only. */
const MIN_POPULATION = 10_000
const MIN_LETTERS = 2
/** So short a name of a region is a code, or the beginning of another name. */
const MAX_CODE = 3

export type CompleteCity = (typed: string, max: number) => Promise<NamedArea[]>

/**
 * Finds cities for what a person has typed so far: those that have this name, in any language the gazetteer knows, then
 * those whose own name begins with it, the largest first. The first use loads the names, in some 0.3 s.
 */
export function createCityCompletion(gazetteer: () => Promise<Gazetteer>): CompleteCity {
  const cities = lazily(largeCities)
  return async (typed, max) => {
    if (nameKey(typed) === '') return []
    const known = await gazetteer()
    const named = areasNamed(typed, known).filter(isCity)
    const large = await cities()
    const readings = readingsOf(typed, known)
    const begun = (named.length > 0 ? readings.slice(0, 1) : readings).flatMap(({ name, within }) => {
      const key = nameKey(name)
      const isWithin = liesWithin(within, known)
      return key.length < MIN_LETTERS
        ? []
        : large.filter((city) => city.key.startsWith(key) && isWithin(city.area))
    })
    const inside = inRegion(typed, known, large).slice(0, max)
    const all = [...named, ...[...inside, ...begun].map(({ area }) => area)]
    return all.filter((area, at) => all.findIndex((other) => isSame(area, other)) === at).slice(0, max)
  }
}

/** The largest cities of a region with this name: an island or a state is no city to fetch. */
function inRegion(typed: string, gazetteer: Gazetteer, large: readonly LargeCity[]): readonly LargeCity[] {
  const key = nameKey(typed)
  const codes = gazetteer.subdivisions.named(key)
  const regions = gazetteer.findTyped([key]).filter(({ kind }) => kind === 'region')
  if (key.length <= MAX_CODE || codes.length + regions.length === 0) return []
  return large.filter(
    ({ area }) =>
      codes.includes(area.subdivision ?? '') ||
      regions.some((region) => distanceMetres(region, area) < region.radius),
  )
}

/** The city with this name at this point; null when the gazetteer has none. */
export function cityAt(
  { name, country, lat, lng }: Pick<NamedArea, 'name' | 'country' | 'lat' | 'lng'>,
  gazetteer: Gazetteer,
): NamedArea | null {
  const found = gazetteer.findTyped([nameKey(name)])
  return found.find((area) => isCity(area) && isSame(area, { country, lat, lng })) ?? null
}

interface LargeCity {
  readonly key: string
  readonly area: NamedArea
}

async function largeCities(): Promise<LargeCity[]> {
  const cities = await readCities()
  const large = cities.numbers().filter((city) => cities.population(city) >= MIN_POPULATION)
  const areas = large.map((city) => cities.area(city)).filter(({ kind }) => kind === 'city')
  const found = areas.map((area) => ({ key: nameKey(area.name), area })).toArray()
  return found.toSorted((a, b) => b.area.population - a.area.population)
}

function isCity({ kind }: NamedArea): boolean {
  return kind === 'city' || kind === 'neighbourhood'
}

type Position = Pick<NamedArea, 'country' | 'lat' | 'lng'>

function isSame(a: Position, b: Position): boolean {
  return a.country === b.country && Math.abs(a.lat - b.lat) + Math.abs(a.lng - b.lng) < 0.1
}
