import { distanceKm, type Point } from '@antojo/domain/distance'

/** Kilometres per degree of latitude, rounded down, so that a difference of latitude never overstates a distance. */
export const KM_PER_DEGREE = 111

/** Whether two points are less than `km` apart. The difference of latitude rules out most pairs cheaply. */
export const isNearer = (a: Point, b: Point, km: number): boolean =>
  Math.abs(a.lat - b.lat) * KM_PER_DEGREE < km && distanceKm(a, b) < km
