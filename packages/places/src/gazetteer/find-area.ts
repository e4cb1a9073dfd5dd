import { distanceMetres } from '@antojo/domain/distance'
import { nameKey } from '@antojo/domain/text'
import { type Box, boxOf } from '../geo.ts'
import type { Extent } from '../import/formats/read-parquet.ts'
import type { NamedArea } from './area.ts'
import { readCities } from './cities.ts'
import type { Gazetteer } from './gazetteer.ts'

/** Areas with the same name as a larger one are left out below this share of its population. */
const MIN_SHARE = 0.1
/** Degrees of margin around the outermost cities of a country. */
const MARGIN = 0.5

/** Words that are written short before the rest of a name, with those that they stand for. */
const SHORT_WORDS =
  'st saint|ste sainte|sta santa|sto santo|sn san|s san|s south|n north|e east|w west|ft fort|mt mount|pt port|cd ciudad|pto puerto|vla villa'
    .split('|')
    .map((pair) => pair.split(' '))
const BEFORE =
  /^(?:(?:la )?ciudad de|(?:the )?city of|villa de|ville de|municipio de|area metropolitana de|gran|greater|downtown|central|metro|centro de)(?: la| el)? /u
const AFTER =
  /(?: (?:city|ciudad|capital|metro|metropolitan area|metro area|area|downtown|centro|d ?c|d ?f|shi|si))$|(?<=\p{L})[市시]$/u

/** How a name may stand in the gazetteer, the likeliest first: as written or in full, without "city", with it. */
function namesOf(text: string): string[][] {
  const key = nameKey(text)
  const whole = [key, ...SHORT_WORDS.flatMap((pair) => swapped(key, pair))]
  const bare = whole.flatMap((name) => [name.replace(BEFORE, ''), name.replace(AFTER, '')])
  return [whole, bare, [`${key} city`, `ciudad ${key}`]]
}

function swapped(key: string, pair: readonly string[]): string[] {
  return [pair, pair.toReversed()].flatMap(([from, to]) =>
    key.startsWith(`${from} `) ? [`${to}${key.slice(from?.length)}`] : [],
  )
}

/** A reading of a text: a name, and the larger areas in which it is said to lie. */
export interface PlaceReading {
  readonly name: string
  readonly within: readonly string[]
}

const SEPARATORS = /[,;/()|·•、，]|\s[-–—]\s/u
/** The most words of a state or country without a comma before it: "Estado de México". */
const MAX_WORDS = 3

/** The ways to read "León, España", "España, León", "Portland OR" and "Mexico City", the likeliest first. */
export function readingsOf(text: string, gazetteer: Gazetteer): PlaceReading[] {
  const parts = text
    .split(SEPARATORS)
    .map((part) => part.trim())
    .filter((part) => nameKey(part) !== '')
  const [first = '', ...rest] = parts
  const last = parts.at(-1) ?? ''
  if (rest.length > 0)
    return [
      { name: first, within: rest },
      { name: parts.slice(0, -1).join(' '), within: [last] },
      { name: last, within: parts.slice(0, -1) },
      { name: parts.join(' '), within: [] },
    ]
  const words = first.split(/\s+/u)
  const tails = Array.from({ length: Math.min(MAX_WORDS, words.length - 1) }, (_, n) => words.length - n - 1)
  return [
    { name: first, within: [] },
    ...tails.flatMap((at) => {
      const within = words.slice(at).join(' ')
      return isKnown(largerOf(within, gazetteer))
        ? [{ name: words.slice(0, at).join(' '), within: [within] }]
        : []
    }),
  ]
}

/** The areas that may be meant by the name of a larger area. */
interface Larger {
  readonly countries: ReadonlySet<string>
  readonly subdivisions: readonly string[]
  readonly places: readonly NamedArea[]
}

function largerOf(text: string, gazetteer: Gazetteer): Larger {
  const key = nameKey(text)
  const hits = gazetteer.findTyped([key])
  const code = text.replaceAll('.', '').trim().toUpperCase()
  const named = hits.flatMap(({ kind, country }) => (kind === 'country' ? [country] : []))
  const isCode = gazetteer.isCountry(code)
  const places = hits.filter(({ kind }) => kind !== 'country')
  return {
    countries: new Set(isCode ? [code, ...named] : named),
    subdivisions: [...gazetteer.subdivisions.named(key), ...places.flatMap((area) => area.subdivision ?? [])],
    places,
  }
}

const isKnown = ({ countries, subdivisions, places }: Larger): boolean =>
  countries.size + subdivisions.length + places.length > 0

/** True for an area that lies in each of the larger ones; what nobody knows says nothing. */
export function liesWithin(within: readonly string[], gazetteer: Gazetteer): (area: NamedArea) => boolean {
  const known = within.map((text) => largerOf(text, gazetteer)).filter(isKnown)
  return (area) =>
    known.every(
      ({ countries, subdivisions, places }) =>
        countries.has(area.country) ||
        (area.subdivision !== undefined && subdivisions.includes(area.subdivision)) ||
        places.some((place) => place.country === area.country && distanceMetres(place, area) < place.radius),
    )
}

/** From this ratio, "San Antonio Texas" is the city rather than the village with that whole name. */
const MUCH_LARGER = 10

/**
 * The areas that a person may mean by "CDMX", "León, España", "Portland OR", "Ft. Lauderdale" or "서울", the largest
 * first. After the name may stand a country or a part of it, by its name or code.
 */
export function areasNamed(text: string, gazetteer: Gazetteer): NamedArea[] {
  const readings = readingsOf(text, gazetteer)
  const found = readings.map((reading) => areasOf(reading, gazetteer)).filter((areas) => areas.length > 0)
  const [first = [], second = []] = found
  const isVillage = sizeOf(second) > MUCH_LARGER * sizeOf(first) && readings[0]?.within.length === 0
  return isVillage ? second : first
}

const sizeOf = ([area]: readonly NamedArea[]): number => area?.population ?? 0

function areasOf({ name, within }: PlaceReading, gazetteer: Gazetteer): NamedArea[] {
  const isWithin = liesWithin(within, gazetteer)
  const found = namesOf(name).map((keys) => gazetteer.findTyped(keys).filter(isWithin))
  return largest(found.find((areas) => areas.length > 0) ?? [])
}

function largest(areas: readonly NamedArea[]): NamedArea[] {
  const distinct = areas.filter((area, at) => areas.findIndex((other) => isSame(area, other)) === at)
  const most = Math.max(...distinct.map(({ population }) => population), 0)
  return distinct
    .filter(({ population }) => population >= most * MIN_SHARE)
    .toSorted((a, b) => b.population - a.population)
}

function isSame(a: NamedArea, b: NamedArea): boolean {
  return (
    a.kind === b.kind && a.country === b.country && Math.abs(a.lat - b.lat) + Math.abs(a.lng - b.lng) < 0.3
  )
}

/** The extent of an area: a box, and for a country also its code. */
export async function extentOf(area: NamedArea): Promise<Extent> {
  return area.kind === 'country' ? countryExtent(area.country) : { box: boxOf(area) }
}

/** The extent of a country by its code: the box around its cities. There is no box when no city is known. */
export async function countryExtent(country: string): Promise<Extent> {
  const cities = await readCities()
  const own = cities
    .numbers()
    .filter((city) => cities.country(city) === country)
    .toArray()
  if (own.length === 0) return { country }
  const box = boxAround(
    own.map((city) => cities.lat(city)),
    own.map((city) => cities.lng(city)),
  )
  return { country, box }
}

/** The box leaves out the widest gap between two longitudes, so that it may cross the date line. */
function boxAround(lats: readonly number[], lngs: readonly number[]): Box {
  const sorted = lngs.toSorted((a, b) => a - b)
  const first = sorted[0] ?? 0
  let [west, east, widest] = [first, sorted.at(-1) ?? 0, first + 360 - (sorted.at(-1) ?? 0)]
  for (const [at, lng] of sorted.entries()) {
    const before = sorted[at - 1] ?? lng
    if (lng - before > widest) [west, east, widest] = [lng, before, lng - before]
  }
  const south = lats.reduce((a, b) => Math.min(a, b)) - MARGIN
  const north = lats.reduce((a, b) => Math.max(a, b)) + MARGIN
  return {
    west: Math.max(-180, west - MARGIN),
    east: Math.min(180, east + MARGIN),
    south: Math.max(-90, south),
    north: Math.min(90, north),
  }
}
