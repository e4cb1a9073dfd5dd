import type { LatLng, LiveMap } from './map-port.ts'

/** Spec §9. */
const PADDING_PX = 48
const MAX_ZOOM = { one: 15, many: 12 } as const

/** Moves the map so that all points are visible; does nothing without points. */
export function showAll(map: LiveMap, points: readonly LatLng[]): void {
  const [first] = points
  if (!first) return
  if (points.length === 1) {
    map.moveTo(first, MAX_ZOOM.one, false)
    return
  }
  const lngs = points.map(({ lng }) => lng)
  const lats = points.map(({ lat }) => lat)
  map.fit([least(lngs), least(lats), most(lngs), most(lats)], PADDING_PX, MAX_ZOOM.many)
}

function least(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
}

function most(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
}
