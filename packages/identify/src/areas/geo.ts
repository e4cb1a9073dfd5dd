import { distanceKm, type Point } from '@antojo/domain/distance'

/** Of latitude, rounded down: no two points are nearer than that. */
export const KM_A_DEGREE = 111

/** Whether two points are less than so many kilometres apart; most that are not are told by their latitudes. */
export const isNearer = (a: Point, b: Point, km: number): boolean =>
  Math.abs(a.lat - b.lat) * KM_A_DEGREE < km && distanceKm(a, b) < km
