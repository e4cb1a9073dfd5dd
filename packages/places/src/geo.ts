import { EARTH_RADIUS_KM } from '@antojo/domain/distance'
import type { Area } from '@antojo/identify/name-index'

/**
 * The bounds of an area in degrees, for a cheap test before the distance is computed; wide enough near the poles and
 * the date line.
 */
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

/** A box in degrees. `west` is greater than `east` when the box crosses the date line. */
export interface Box {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** The box around an area. */
export function boxOf(area: Area): Box {
  const { west, south, east, north } = areaBounds(area)
  return { west, east, south: Math.max(-90, south), north: Math.min(90, north) }
}

/** The middle of a box. */
export function middleOf({ west, south, east, north }: Box): { lat: number; lng: number } {
  const lng = (west + east) / 2
  return { lat: (south + north) / 2, lng: west <= east ? lng : lng > 0 ? lng - 180 : lng + 180 }
}

/** The middle between the least and the greatest; there may be more numbers than a call has arguments. */
export function middle(values: readonly number[]): number {
  const least = values.reduce((a, b) => Math.min(a, b), Infinity)
  return (least + values.reduce((a, b) => Math.max(a, b), -Infinity)) / 2
}

/** Reads "W,S,E,N" in degrees; null for anything else. */
export function parseBox(text: string): Box | null {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = numbers
  const isBox =
    numbers.length === 4 &&
    Math.abs(west) <= 180 &&
    Math.abs(east) <= 180 &&
    -90 <= south &&
    south < north &&
    north <= 90
  return isBox ? { west, south, east, north } : null
}

export function isInBox({ lat, lng }: { readonly lat: number; readonly lng: number }, box: Box): boolean {
  if (lat < box.south || lat > box.north) return false
  return box.west <= box.east ? lng >= box.west && lng <= box.east : lng >= box.west || lng <= box.east
}

export function boxesOverlap(a: Box, b: Box): boolean {
  if (a.south > b.north || b.south > a.north) return false
  return halves(a).some(([west, east]) => halves(b).some((other) => west <= other[1] && other[0] <= east))
}

function sine(degrees: number): number {
  return Math.sin((degrees * Math.PI) / 180)
}

/** The part of the earth's surface inside a box, from 0 to 1. */
export function shareOfEarth(box: Box): number {
  const width = halves(box).reduce((sum, [west, east]) => sum + east - west, 0)
  return ((width / 360) * (sine(box.north) - sine(box.south))) / 2
}

function halves({ west, east }: Box): readonly (readonly [number, number])[] {
  return west <= east
    ? [[west, east]]
    : [
        [west, 180],
        [-180, east],
      ]
}
