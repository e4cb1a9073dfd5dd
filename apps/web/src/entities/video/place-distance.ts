import { distanceKm, type Point } from '@antojo/domain/distance'
import type { Place } from './video.ts'

export function pointOf({ lat, lng }: Pick<Place, 'lat' | 'lng'>): Point | null {
  return lat === null || lng === null ? null : { lat, lng }
}

/** How far a place is, in kilometres; null when that is unknown. */
export function distanceTo(place: Place, near: Point | null): number | null {
  const point = pointOf(place)
  return near && point && distanceKm(near, point)
}
