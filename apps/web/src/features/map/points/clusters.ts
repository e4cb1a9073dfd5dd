import Supercluster from 'supercluster'
import type { MapPoint } from './map-point.ts'
import type { Bounds, LiveMap } from '../map-port.ts'

/** Spec §9. */
const OPTIONS = { radius: 60, minPoints: 2, maxZoom: 16 } as const
const MIN_RED_COUNT = 10

export interface Cluster {
  readonly kind: 'cluster'
  readonly key: string
  readonly lat: number
  readonly lng: number
  readonly count: number
  /** Red when its count is above the larger of 10 and the mean of all clusters in sight (spec §9). */
  readonly red: boolean
  /** The zoom at which it falls apart. */
  readonly zoom: number
}

export interface Pin {
  readonly kind: 'pin'
  readonly key: string
  readonly point: MapPoint
}

/** Groups the points of a map into pins and clusters. The grid has 60 screen pixels on either map. */
export function createClusterIndex(
  points: readonly MapPoint[],
  tileSize: LiveMap['tileSize'],
): (bounds: Bounds, zoom: number) => readonly (Cluster | Pin)[] {
  const index = new Supercluster<{ point: MapPoint }>({ ...OPTIONS, extent: tileSize })
  index.load(
    points.map((point) => ({
      type: 'Feature',
      properties: { point },
      geometry: { type: 'Point', coordinates: [point.lng, point.lat] },
    })),
  )
  return ([west, south, east, north], zoom) => {
    const found = index.getClusters([west, south, east, north], Math.floor(zoom))
    const counts = found.flatMap(({ properties }) =>
      'point_count' in properties ? [properties.point_count] : [],
    )
    const mean = counts.reduce((sum, count) => sum + count, 0) / Math.max(1, counts.length)
    return found.map(({ geometry, properties }) => {
      const [lng = 0, lat = 0] = geometry.coordinates
      if ('point' in properties) return { kind: 'pin', key: properties.point.id, point: properties.point }
      const { cluster_id: id, point_count: count } = properties
      const red = count > Math.max(MIN_RED_COUNT, mean)
      return {
        kind: 'cluster',
        key: `cluster-${id}`,
        lat,
        lng,
        count,
        red,
        zoom: index.getClusterExpansionZoom(id),
      }
    })
  }
}
