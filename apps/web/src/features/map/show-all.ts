import type { Map as MapLibre } from 'maplibre-gl'

/** Spec §9. */
const padding = 48
const zooms = { one: 15, many: 12 } as const

interface Point {
  readonly lat: number
  readonly lng: number
}

/** Moves the map so that all points are in sight; nothing to show moves nothing. */
export function showAll(map: MapLibre, points: readonly Point[]): void {
  const [first] = points
  if (!first) return
  if (points.length === 1) {
    map.jumpTo({ center: [first.lng, first.lat], zoom: zooms.one })
    return
  }
  const lngs = points.map(({ lng }) => lng)
  const lats = points.map(({ lat }) => lat)
  const bounds: [number, number, number, number] = [least(lngs), least(lats), most(lngs), most(lats)]
  map.fitBounds(bounds, { padding, maxZoom: zooms.many, animate: false })
}

function least(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
}

function most(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
}
