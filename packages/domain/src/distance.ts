export interface Point {
  readonly lat: number
  readonly lng: number
}

/** Mean radius of the earth. */
export const EARTH_RADIUS_KM = 6371.0088
const KM_PER_MILE = 1.609344

/** Great-circle distance in kilometres (haversine formula, mean earth radius). */
export function distanceKm(from: Point, to: Point): number {
  const dLat = radians(to.lat - from.lat)
  const dLng = radians(to.lng - from.lng)
  const half =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * Math.sin(dLng / 2) ** 2
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(half)))
}

/** Great-circle distance in metres. */
export function distanceMetres(from: Point, to: Point): number {
  return 1000 * distanceKm(from, to)
}

/** Kilometres as people read them: metres below one kilometre; miles for en-US (spec §4). */
export function distanceLabel(km: number, locale: string): string {
  const write = (value: number, unit: string, digits: number) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: digits }).format(value)
  if (locale === 'en-US') return write(km / KM_PER_MILE, 'mile', km / KM_PER_MILE < 10 ? 1 : 0)
  if (km < 0.995) return write(Math.max(10, Math.round(km * 100) * 10), 'meter', 0)
  return write(km, 'kilometer', km < 10 ? 1 : 0)
}

/** The length in kilometres of the unit that `distanceLabel` writes long distances in. */
export function unitKm(locale: string): number {
  return locale === 'en-US' ? KM_PER_MILE : 1
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
