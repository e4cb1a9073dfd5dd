import { readFile } from 'node:fs/promises'
import { nameKey } from '@antojo/domain/text'
import type { Cities } from './cities.ts'

/** States, provinces and regions by which people tell cities of one name apart. A code is that of `NamedArea`. */
export interface Subdivisions {
  /** The codes of those with this name or short form, whose key is given: "texas", "tx". */
  named(key: string): readonly string[]
  nameOf(code: string): string | undefined
}

/** Reads `data/subdivisions.psv`. Throws for a line whose city GeoNames lacks. */
export async function readSubdivisions(cities: Cities): Promise<Subdivisions> {
  const codes = new Map<string, string[]>()
  const shown = new Map<string, string>()
  for (const { country, city, names } of await readTable('subdivisions.psv')) {
    const [largest] = cities
      .numbersOf(nameKey(city))
      .filter((number) => cities.country(number) === country)
      .toSorted((a, b) => cities.population(b) - cities.population(a))
    if (largest === undefined) throw new Error(`data/subdivisions.psv: ${country} has no ${city}`)
    const code = cities.subdivision(largest)
    shown.set(code, names[0] ?? '')
    for (const key of new Set(names.map(nameKey))) codes.set(key, [...(codes.get(key) ?? []), code])
  }
  return { named: (key) => codes.get(key) ?? [], nameOf: (code) => shown.get(code) }
}

interface Row {
  readonly country: string
  /** The name of a city in GeoNames. */
  readonly city: string
  readonly names: readonly string[]
}

/** The rows of a table in `data/` with the columns country, city and names. */
export async function readTable(file: string): Promise<Row[]> {
  const text = await readFile(new URL(`../../data/${file}`, import.meta.url), 'utf8')
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return lines.map((line) => {
    const [country = '', city = '', list = ''] = line.split('|')
    return { country, city, names: list.split(';') }
  })
}
