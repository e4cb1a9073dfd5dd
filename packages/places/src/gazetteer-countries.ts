import { nameKey } from '@antojo/domain/text'
import { distanceMetres } from './area.ts'
import type { City } from './gazetteer-cities.ts'
import type { NamedArea } from './gazetteer.ts'

/** Nicknames and short forms that no language table holds. */
const NICKNAMES: Readonly<Record<string, readonly string[]>> = {
  US: [
    'usa',
    'u s a',
    'eeuu',
    'ee uu',
    'eua',
    'estados unidos de america',
    'united states of america',
    'gringolandia',
  ],
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

/** Countries of the cities: names in Spanish, English and the country's own language; the point is the cities' middle. */
export function countryNames(cities: readonly City[]): { area: NamedArea; keys: string[] }[] {
  const byCountry = Map.groupBy(cities, (city) => city.area.country)
  return [...byCountry].flatMap(([code, members]) => {
    const own = new Intl.Locale(`und-${code}`).maximize().language
    const names = ['es', 'en', own].flatMap((language) => displayName(language, code))
    const name = names[0]
    if (name === undefined) return []
    const keys = new Set([...names, ...(NICKNAMES[code] ?? [])].map(nameKey))
    return [{ area: countryArea(name, code, members), keys: [...keys] }]
  })
}

function displayName(language: string, code: string): string[] {
  const name = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }).of(code)
  return name === undefined ? [] : [name]
}

function countryArea(name: string, country: string, members: readonly City[]): NamedArea {
  const population = members.reduce((sum, city) => sum + city.area.population, 0)
  const middle = (field: 'lat' | 'lng'): number => {
    const values = members.map((city) => city.area[field])
    return (values.reduce((a, b) => Math.min(a, b), 180) + values.reduce((a, b) => Math.max(a, b), -180)) / 2
  }
  const lat = middle('lat')
  const lng = middle('lng')
  const radius = members.reduce((most, city) => Math.max(most, distanceMetres(city.area, { lat, lng })), 0)
  return { name, kind: 'country', lat, lng, radius: Math.round(radius) + 30_000, country, population }
}
