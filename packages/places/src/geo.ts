import type { Area } from './place.ts'

const EARTH_RADIUS = 6_371_008.8

/** Great-circle distance in metres (haversine formula, mean earth radius). */
export function distanceMetres(a: { lat: number; lng: number }, b: { lat: number; lng: number }): number {
  const toRadians = Math.PI / 180
  const sinLat = Math.sin(((b.lat - a.lat) * toRadians) / 2)
  const sinLng = Math.sin(((b.lng - a.lng) * toRadians) / 2)
  const h = sinLat ** 2 + Math.cos(a.lat * toRadians) * Math.cos(b.lat * toRadians) * sinLng ** 2
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** The bounds of an area in degrees, for a cheap test before the distance; wide enough near the poles and date line. */
export function areaBounds(area: Area): { south: number; north: number; west: number; east: number } {
  const latSpan = (area.radius / EARTH_RADIUS) * (180 / Math.PI)
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
