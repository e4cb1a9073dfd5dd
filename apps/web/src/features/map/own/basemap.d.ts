declare module 'virtual:basemap' {
  /** TopoJSON of the world's countries. */
  export const countriesUrl: string
  /** GeoJSON points of the larger cities: `name`, `rank` (ten times the logarithm of the population). */
  export const citiesUrl: string
}
