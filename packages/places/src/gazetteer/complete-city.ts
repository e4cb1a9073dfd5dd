import { lazily } from '../lazily.ts'
import { nameKey } from '@antojo/domain/text'
import type { NamedArea } from './area.ts'
import { readCities } from './cities.ts'
import { areasNamed } from './find-area.ts'
import type { Gazetteer } from './gazetteer.ts'

/** Smaller towns are found by their whole name only. */
const MIN_POPULATION = 10_000
const MIN_LETTERS = 2

export type CompleteCity = (typed: string, max: number) => Promise<NamedArea[]>

/**
 * Finds cities for what a person has typed so far: those that have this name, in any language the gazetteer knows, then
 * those whose own name begins with it, the largest first. The first use loads the names, in some 0.3 s.
 */
export function createCityCompletion(gazetteer: () => Promise<Gazetteer>): CompleteCity {
  const cities = lazily(largeCities)
  return async (typed, max) => {
    const key = nameKey(typed)
    if (key === '') return []
    const named = areasNamed(typed, await gazetteer()).filter(isCity)
    const begun = key.length < MIN_LETTERS ? [] : (await cities()).filter((city) => city.key.startsWith(key))
    const all = [...named, ...begun.map(({ area }) => area)]
    return all.filter((area, at) => all.findIndex((other) => isSame(area, other)) === at).slice(0, max)
  }
}

/** The city with this name at this point; null when the gazetteer has none. */
export function cityAt(
  { name, country, lat, lng }: Pick<NamedArea, 'name' | 'country' | 'lat' | 'lng'>,
  gazetteer: Gazetteer,
): NamedArea | null {
  const found = gazetteer.findAreas([nameKey(name)])
  return found.find((area) => isCity(area) && isSame(area, { country, lat, lng })) ?? null
}

async function largeCities(): Promise<{ key: string; area: NamedArea }[]> {
  const cities = await readCities()
  const found: { key: string; area: NamedArea }[] = []
  for (let city = 0; city < cities.count; city += 1) {
    if (cities.population(city) < MIN_POPULATION) continue
    const area = cities.area(city)
    if (area.kind === 'city') found.push({ key: nameKey(area.name), area })
  }
  return found.toSorted((a, b) => b.area.population - a.area.population)
}

function isCity({ kind }: NamedArea): boolean {
  return kind === 'city' || kind === 'neighbourhood'
}

type Position = Pick<NamedArea, 'country' | 'lat' | 'lng'>

function isSame(a: Position, b: Position): boolean {
  return a.country === b.country && Math.abs(a.lat - b.lat) + Math.abs(a.lng - b.lng) < 0.1
}
