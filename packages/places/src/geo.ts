import { EARTH_RADIUS_KM } from '@antojo/domain/distance'
import type { Area } from '@antojo/identify/name-index'

/** The bounds of an area in degrees, for a cheap test before the distance; wide enough near the poles and date line. */
export function areaBounds(area: Area): { south: number; north: number; west: number; east: number } {
  const latSpan = (area.radius / 1000 / EARTH_RADIUS_KM) * (180 / Math.PI)
  const cos = Math.cos((Math.min(89, Math.abs(area.lat) + latSpan) * Math.PI) / 180)
  const lngSpan = latSpan / cos
  const wraps = area.lng - lngSpan < -180 || area.lng + lngSpan > 180
  return {
    south: area.lat - latSpan,
    north: area.lat + latSpan,
    west: wraps ? -180 : area.lng - lngSpan,
    east: wraps ? 180 : area.lng + lngSpan,
  }
}
