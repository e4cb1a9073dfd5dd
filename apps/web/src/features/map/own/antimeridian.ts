import type { FeatureCollection, Geometry, MultiPolygon, Polygon, Position } from 'geojson'

/**
 * Converts shapes so that a flat map can draw them. A ring that crosses the 180th meridian continues beyond it, where maps
 * repeat the world; a ring around the earth, as of Antarctica, is closed along the pole.
 */
export function drawable<P>(shapes: FeatureCollection<Geometry, P>): FeatureCollection<Geometry, P> {
  return {
    ...shapes,
    features: shapes.features.map((shape) => ({ ...shape, geometry: flatGeometry(shape.geometry) })),
  }
}

function flatGeometry(geometry: Geometry): Geometry {
  if (geometry.type === 'Polygon')
    return { ...geometry, coordinates: geometry.coordinates.map(flatRing) } satisfies Polygon
  if (geometry.type !== 'MultiPolygon') return geometry
  const coordinates = geometry.coordinates.map((polygon) => polygon.map(flatRing))
  return { ...geometry, coordinates } satisfies MultiPolygon
}

function flatRing(ring: readonly Position[]): Position[] {
  let turns = 0
  let before = ring[0]?.[0] ?? 0
  const flat = ring.map(([lng = 0, lat = 0]): Position => {
    if (lng - before > 180) turns -= 1
    else if (lng - before < -180) turns += 1
    before = lng
    return [lng + turns * 360, lat]
  })
  if (turns === 0) return flat
  const pole = (ring[0]?.[1] ?? 0) < 0 ? -90 : 90
  const end: Position = [flat.at(-1)?.[0] ?? 0, pole]
  const back: Position = [flat[0]?.[0] ?? 0, pole]
  return [...flat, end, back, flat[0] ?? back]
}
