import { listAreas, listCities } from '@antojo/places/areas'
import { forgetArea, forgetSource } from '@antojo/places/forget-places'
import { listSources } from '@antojo/places/sources'
import type { Config } from '../../config/config.ts'
import { withInstallation } from '../open-database.ts'

const MAX_CITIES = 20

/** `antojo places list`: lists the contents of the index by source, fetched area and city. Returns the exit code. */
export async function listPlaces(config: Config): Promise<number> {
  return withInstallation(config, async ({ pool }) => {
    const [sources, areas, cities] = await Promise.all([
      listSources(pool),
      listAreas(pool),
      listCities(pool, MAX_CITIES),
    ])
    print('Sources', sources, ({ source, places, importedAt, licence }) => {
      const imported = importedAt.toISOString().slice(0, 10)
      return `${source}  ${placesText(places)}  imported ${imported}  ${licence ?? ''}`
    })
    print('Areas fetched', areas, ({ name, places, source, release, state, reason }) => {
      const how = reason === null ? state : `${state}: ${reason}`
      return `${name}  ${placesText(places)}  ${source} ${release}  ${how}`
    })
    print(`Cities, the ${MAX_CITIES} largest`, cities, ({ city, country, source, places }) => {
      const name = country === null ? city : `${city}, ${country}`
      return `${name}  ${placesText(places)}  ${source}`
    })
    return 0
  })
}

/** `antojo places forget`: removes a fetched area or a source from the index; saved videos keep their facts. Returns the exit code. */
export async function forgetPlaces(config: Config, name: string): Promise<number> {
  return withInstallation(config, async ({ pool }) => {
    const areas = await listAreas(pool)
    const meant = areas.filter((area) => area.name.toLowerCase() === name.toLowerCase())
    for (const area of meant)
      console.log(`Removed: ${placesText(await forgetArea(pool, area))} of ${area.name}.`)
    if (meant.length > 0) return 0
    const sources = await listSources(pool)
    if (sources.some(({ source }) => source === name)) {
      console.log(`Removed: ${placesText(await forgetSource(pool, name))} of ${name}.`)
      return 0
    }
    const known = [...areas.map((area) => area.name), ...sources.map(({ source }) => source)]
    console.error(`No area or source is named "${name}". Known are: ${known.join(', ') || 'none'}.`)
    return 2
  })
}

function print<T>(title: string, rows: readonly T[], lineOf: (row: T) => string): void {
  console.log(`${title}:`)
  for (const row of rows) console.log(`  ${lineOf(row).trimEnd()}`)
  if (rows.length === 0) console.log('  none')
}

function placesText(places: number): string {
  return `${places.toLocaleString('en')} ${places === 1 ? 'place' : 'places'}`
}
