import { distanceKm } from '@antojo/domain/distance'
import type { LatLng, LiveMap } from './map-port.ts'
import type { MapPoint } from './points/map-point.ts'

/** Spec §9. */
const PADDING_PX = 48
const MAX_ZOOM = { one: 15, many: 12 } as const

/** Width of the map's left part that a panel covers on the widest windows, as `panel.css` says, in pixels. */
export function coveredLeft(box: HTMLElement): number {
  if (!box.closest('[data-map-page], [data-side-map]') || !document.querySelector('main[data-panel]'))
    return 0
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return matchMedia('(width >= 100rem)').matches ? 30 * rem : 0
}

/** Moves the map so that all points are visible below what covers its top; does nothing without points. */
export function showAll(map: LiveMap, points: readonly LatLng[], coveredTop = 0): void {
  const [first] = points
  if (!first) return
  if (points.length === 1) {
    map.moveTo(first, MAX_ZOOM.one, false)
    return
  }
  const lngs = points.map(({ lng }) => lng)
  const lats = points.map(({ lat }) => lat)
  map.fit([least(lngs), least(lats), most(lngs), most(lats)], PADDING_PX, MAX_ZOOM.many, coveredTop)
}

function least(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
}

function most(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
}

/** Places this near, in km, are one area. */
const AREA_KM = 30

/**
 * The places to open the map on: those around the person, else those of the area that has most. All, when no area has more
 * than another.
 */
export function mainArea<P extends LatLng>(points: readonly P[], near: LatLng | null): readonly P[] {
  const around = (center: LatLng) => points.filter((point) => distanceKm(center, point) <= AREA_KM)
  const here = near === null ? [] : around(near)
  if (here.length > 0) return here
  const cells = Map.groupBy(points, ({ lat, lng }) => `${Math.round(lat * 2)},${Math.round(lng * 2)}`)
  const [fullest, second] = [...cells.values()].toSorted((a, b) => b.length - a.length)
  const [center] = fullest ?? []
  if (center === undefined || fullest?.length === second?.length) return points
  return around(center)
}

export interface CityPoint extends MapPoint {
  /** Empty when it is not known. */
  readonly city: string
}

/** Places that the map shows together. */
export interface Area {
  readonly name: string
  readonly points: readonly CityPoint[]
}

/** The area where most places are, then the cities far from it, those with most places first. */
export function areasOf(points: readonly CityPoint[]): readonly Area[] {
  const main = mainArea(points, null)
  const isMain = new Set(main)
  const far = points.filter((point) => !isMain.has(point))
  const name = byCity(main)[0]?.name ?? ''
  return [{ name, points: main }, ...byCity(far).filter((area) => area.name !== name)]
}

function byCity(points: readonly CityPoint[]): readonly Area[] {
  const cities = Map.groupBy(
    points.filter(({ city }) => city !== ''),
    ({ city }) => city,
  )
  return [...cities]
    .map(([name, inCity]) => ({ name, points: inCity }))
    .toSorted((a, b) => b.points.length - a.points.length)
}
