import { nameKey } from '@antojo/domain/text'
import { distanceMetres } from '@antojo/domain/distance'
import type { Cities } from './cities.ts'
import type { NamedArea } from './area.ts'
import { middle } from '../geo.ts'

/** Nicknames and short forms that the language tables lack. */
const NICKNAMES: Readonly<Record<string, readonly string[]>> = {
  US: 'usa|u s a|eeuu|ee uu|eua|estados unidos de america|united states of america|gringolandia'.split('|'),
  GB: ['uk', 'u k', 'great britain', 'gran bretaña', 'reino unido'],
  MX: ['mejico', 'mx'],
  DO: ['rd', 'rep dominicana', 'dominican republic', 'quisqueya'],
  NL: ['holanda', 'holland'],
  KR: ['corea', 'corea del sur', 'korea', 'south korea', '한국'],
  AE: ['emiratos', 'emiratos arabes', 'uae'],
  CZ: ['republica checa', 'czech republic', 'chequia'],
  PR: ['boricua', 'borinquen'],
  SV: ['el salvador', 'pulgarcito'],
  CL: ['chilito'],
  CR: ['tiquicia'],
}

/** The most metres from a border town to the border. */
const BORDER = 30_000

/**
 * The countries of the cities, with names in Spanish, English and the country's own language; the point is the centre
 * of the cities.
 */
export function countryNames(cities: Cities): { area: NamedArea; keys: string[] }[] {
  const members = Map.groupBy(cities.numbers(), (city) => cities.country(city))
  return [...members].flatMap(([code, numbers]) => {
    const own = new Intl.Locale(`und-${code}`).maximize().language
    const names = ['es', 'en', own].flatMap((language) => displayName(language, code))
    const [name] = names
    if (name === undefined) return []
    const keys = new Set([...names, ...(NICKNAMES[code] ?? [])].map(nameKey))
    return [{ area: countryArea(name, code, { cities, numbers }), keys: [...keys] }]
  })
}

function displayName(language: string, code: string): string[] {
  const name = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }).of(code)
  return name === undefined ? [] : [name]
}

function countryArea(
  name: string,
  country: string,
  { cities, numbers }: { cities: Cities; numbers: readonly number[] },
): NamedArea {
  const lat = middle(numbers.map((city) => cities.lat(city)))
  const lng = middle(numbers.map((city) => cities.lng(city)))
  const population = numbers.reduce((sum, city) => sum + cities.population(city), 0)
  const radius = numbers.reduce((most, city) => {
    const away = distanceMetres({ lat: cities.lat(city), lng: cities.lng(city) }, { lat, lng })
    return Math.max(most, away)
  }, 0)
  return { name, kind: 'country', lat, lng, radius: Math.round(radius) + BORDER, country, population }
}
