import type { Point } from '@antojo/domain/distance'
import { STORAGE_KEYS } from '../storage/stored.ts'

/** Where the person was when this device last found out, so that the nearest come first from the first picture on. */
export function lastLocation(): Point | null {
  const [lat, lng] = (localStorage.getItem(STORAGE_KEYS.location) ?? '').split(',').map(Number)
  return lat !== undefined && lng !== undefined && Number.isFinite(lat + lng) ? { lat, lng } : null
}

/** Keeps a location to about 100 m; null forgets it. */
export function keepLocation(point: Point | null): void {
  if (point === null) localStorage.removeItem(STORAGE_KEYS.location)
  else localStorage.setItem(STORAGE_KEYS.location, `${point.lat.toFixed(3)},${point.lng.toFixed(3)}`)
}
