interface Point {
  readonly lat: number
  readonly lng: number
}

const EARTH_RADIUS_KM = 6371

/** Of latitude, rounded down: no two points are nearer than that. */
export const KM_A_DEGREE = 111

/** Great-circle distance in kilometres (haversine). */
export function distanceKm(a: Point, b: Point): number {
  const rad = Math.PI / 180
  const dLat = (b.lat - a.lat) * rad
  const dLng = (b.lng - a.lng) * rad
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(dLng / 2) ** 2
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(h))
}

/** Whether two points are less than so many kilometres apart; most that are not are told by their latitudes. */
export const isNearer = (a: Point, b: Point, km: number): boolean =>
  Math.abs(a.lat - b.lat) * KM_A_DEGREE < km && distanceKm(a, b) < km
