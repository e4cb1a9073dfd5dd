import type { AreaEvidence } from './areas.ts'
import type { Area } from '../name-index.ts'

const MAX_AREAS = 5
const MIN_WEIGHT = 0.1
/** How many areas of one name are searched: there is a San Luis in ten countries. */
const READINGS = 3
/** Two circles whose centres are closer than this (degrees) count as one. */
const SAME_PLACE = 0.1

/** The areas to search in, the surest first; at most 5. */
export function searchAreas(areas: AreaEvidence): Area[] {
  const found = areas.mentions.flatMap((mention) =>
    mention.readings
      .slice(0, READINGS)
      .filter(({ entry }) => entry.kind === 'city' || entry.kind === 'neighbourhood')
      .map(({ entry, share }) => ({
        area: { lat: entry.lat, lng: entry.lng, radius: Math.max(5, entry.radiusKm * 1.5) * 1000 },
        weight: mention.weight * share,
      })),
  )
  const chosen: Area[] = []
  for (const { area, weight } of found.toSorted(
    (a, b) => b.weight - a.weight || b.area.radius - a.area.radius,
  )) {
    if (weight <= MIN_WEIGHT || chosen.length >= MAX_AREAS) break
    const near = chosen.some(
      (o) =>
        Math.abs(o.lat - area.lat) < SAME_PLACE &&
        Math.abs(o.lng - area.lng) < SAME_PLACE &&
        o.radius >= area.radius * 0.5,
    )
    if (!near) chosen.push(area)
  }
  return chosen
}
