import { mainArea } from '../../map/show-all.ts'
import type { MapPoint } from '../../map/points/map-point.ts'

export interface PlacePoint extends MapPoint {
  /** Empty when it is not known. */
  readonly city: string
}

/** Places that the map shows together. */
export interface Area {
  readonly name: string
  readonly points: readonly PlacePoint[]
}

/** The area where most places are, then the cities far from it, those with most places first. */
export function areasOf(points: readonly PlacePoint[]): readonly Area[] {
  const main = mainArea(points, null)
  const isMain = new Set(main)
  const far = points.filter((point) => !isMain.has(point))
  const name = byCity(main)[0]?.name ?? ''
  return [{ name, points: main }, ...byCity(far).filter((area) => area.name !== name)]
}

function byCity(points: readonly PlacePoint[]): readonly Area[] {
  const cities = Map.groupBy(
    points.filter(({ city }) => city !== ''),
    ({ city }) => city,
  )
  return [...cities]
    .map(([name, inCity]) => ({ name, points: inCity }))
    .toSorted((a, b) => b.points.length - a.points.length)
}
