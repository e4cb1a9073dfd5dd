import { readFile } from 'node:fs/promises'
import { distanceMetres } from '@antojo/domain/distance'
import { nameKey } from '@antojo/domain/text'
import type { AreaHit, NamedArea } from './area.ts'
import { readCities } from './cities.ts'
import { countryNames } from './countries.ts'
import { readSubdivisions, readTable, type Subdivisions } from './subdivisions.ts'
import type { IndexTown } from './towns-of-index.ts'
import { joinWrittenAreas, readWrittenAreas } from './gazetteer-file.ts'

export interface Gazetteer {
  /**
   * Areas named by any of the keys (n-grams of a text through `nameKey`). For one key: written nicknames and larger
   * places first, at most 40. Takes a few microseconds per key. Names written as one word, as in hashtags, are found
   * too.
   */
  findAreas(keys: readonly string[]): AreaHit[]
  /** Those, and cities by names of other languages: for what a person types as an area. */
  findTyped(keys: readonly string[]): AreaHit[]
  readonly subdivisions: Subdivisions
  /** True for the ISO 3166-1 alpha-2 code of a country that has cities. */
  isCountry(code: string): boolean
}

interface WrittenName {
  readonly area: NamedArea
  readonly weak: boolean
}

const MAX_PER_KEY = 40
/** The most metres between the places of a town and its known position. */
const SAME_TOWN = 30_000

/**
 * Builds the gazetteer: 135,000 cities of GeoNames (population 1,000 and more), countries in Spanish, English and their
 * own language, the written lists of `data`, and towns of an index that none of these has.
 */
export async function createGazetteer(towns: readonly IndexTown[] = []): Promise<Gazetteer> {
  const [cities, text] = await Promise.all([
    readCities(),
    readFile(new URL('../../data/areas.psv', import.meta.url), 'utf8'),
  ])
  const { written, taken } = joinWrittenAreas(readWrittenAreas(text), cities)
  const names = new Map<string, WrittenName[]>()
  const add = (key: string, name: WrittenName): void => {
    for (const spelling of new Set([key, key.replaceAll(' ', '')])) {
      const known = names.get(spelling) ?? []
      if (!known.some((other) => other.area === name.area)) names.set(spelling, [...known, name])
    }
  }
  for (const { area, keys } of written) {
    for (const { key, weak } of keys) add(key, { area, weak: weak || isShortCode(key) })
  }
  const countries = countryNames(cities)
  const codes = new Set(countries.map(({ area }) => area.country))
  for (const { area, keys } of countries) {
    for (const key of keys) add(key, { area, weak: isShortCode(key) })
  }
  for (const { area, keys } of towns) {
    for (const key of keys) {
      const known = [
        ...cities.numbersOf(key).map((city) => cities.area(city)),
        ...(names.get(key) ?? []).map((name) => name.area),
      ]
      const isKnown = known.some((other) => distanceMetres(area, other) < SAME_TOWN)
      if (!isKnown) add(key, { area, weak: isShortCode(key) || ORDINARY.has(key) })
    }
  }
  const hitsOf = (key: string): AreaHit[] => {
    const numbers = cities.numbersOf(key)
    const writtenNames = names.get(key) ?? []
    if (numbers.length === 0 && writtenNames.length === 0) return []
    const weakCity = isShortCode(key) || ORDINARY.has(key)
    const ofCities = numbers
      .filter((city) => !taken.has(city))
      .map((city) => ({ ...cities.area(city), key, weak: weakCity }))
    const ofWritten = writtenNames.map(({ area, weak }) => ({ ...area, key, weak }))
    return [...ofWritten.toSorted(largerFirst), ...ofCities.toSorted(largerFirst)].slice(0, MAX_PER_KEY)
  }
  const foreign = new Map<string, AreaHit[]>()
  for (const { country, city, names: known } of await readTable('city-names.psv')) {
    const named = hitsOf(nameKey(city)).filter((area) => area.country === country && area.kind === 'city')
    const [area] = named.toSorted(largerFirst)
    if (area === undefined) throw new Error(`data/city-names.psv: ${country} has no ${city}`)
    for (const key of known.map(nameKey)) foreign.set(key, [...(foreign.get(key) ?? []), { ...area, key }])
  }
  const subdivisions = await readSubdivisions(cities)
  return {
    findAreas: (keys) => [...new Set(keys)].flatMap(hitsOf),
    findTyped: (keys) => [...new Set(keys)].flatMap((key) => [...hitsOf(key), ...(foreign.get(key) ?? [])]),
    subdivisions,
    isCountry: (code) => codes.has(code),
  }
}

function largerFirst(a: NamedArea, b: NamedArea): number {
  return b.population - a.population
}

/** Two or three Latin letters: at best a code ("LA", "SF"), at worst a word ("la", "mad"). */
function isShortCode(key: string): boolean {
  return /^[a-z]{1,3}$/.test(key)
}

/** Towns of GeoNames whose names are ordinary words or first names in Spanish or English posts. */
const ORDINARY = new Set(
  (
    'best nice reading mobile orange bath sandwich hot bar como sal mole real paso punta playa norte sur este oeste sol luna ' +
    'mar rio lago monte sierra valle centro plaza barrio villa casa santa san santo nueva nuevo viejo grande bueno buena ' +
    'buenas feliz paz rosa blanca blanco rojo verde flores once boca cruz fe dolores mercedes carmen isabel maria jose juan ' +
    'pedro pablo luis carlos jorge diego daniel david martin miguel angel antonio francisco alberto victoria sofia elena clara ' +
    'julia emma eva ana paula laura sara carolina florida florencia marina alba aurora esperanza caridad gloria ' +
    'salado salsa pan queso pollo tacos taco pozole chile limon mango coco manzana naranja cerveza tequila ' +
    'mas muy que come comida cena sabor mesa cocina fuego parrilla horno humo brasa much must love home street city ' +
    'park lake river hill beach market corner center east west north south white black green red gold silver ' +
    'little big young union liberty hope joy star diamond ocean sunrise sunset spring summer winter paradise eden ' +
    'burger pizza sushi ramen coffee honey cherry apple berry olive rice noodle bowl grill kitchen ' +
    'jackson washington lincoln madison franklin clinton houston dallas austin phoenix orlando charlotte ' +
    'mirar mira miren rica rico delicia delicias amor vida tierra mundo cielo estrella fuente puerta puente torre'
  ).split(' '),
)
