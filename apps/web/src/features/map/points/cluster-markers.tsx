import { m } from '@antojo/i18n/messages'
import { useLayoutEffect, useMemo, useState } from 'react'
import { cx } from '../../../lib/view/cx.ts'
import { useSettings } from '../../../lib/storage/settings-store.tsx'
import { createClusterIndex, type Cluster } from './clusters.ts'
import { pinsOf, pointsAt, videosAt, type MapPoint } from './map-point.ts'
import type { LiveMap, View } from '../map-port.ts'
import { MapMarker, PinMarker } from '../pin-marker.tsx'

interface ClusterMarkersProps {
  readonly map: LiveMap
  readonly points: readonly MapPoint[]
  readonly active: string | null
  readonly onOpen: (point: MapPoint) => void
}

/** From this zoom on, pins carry their names. */
const NAMES_ZOOM = 14

/** The visible pins and clusters. Pressing a cluster zooms in until it falls apart. */
export function ClusterMarkers({ map, points, active, onOpen }: ClusterMarkersProps) {
  const { reduce_motion } = useSettings()
  const pins = useMemo(() => pinsOf(points), [points])
  const show = useMemo(() => createClusterIndex(pins, map.tileSize), [pins, map.tileSize])
  const { bounds, zoom } = useView(map) ?? map.view()
  const zoomTo = (cluster: Cluster) => map.moveTo(cluster, cluster.zoom, !reduce_motion)
  return show(bounds, zoom).map((item) =>
    item.kind === 'pin' ? (
      <PinMarker
        key={item.key}
        map={map}
        lat={item.point.lat}
        lng={item.point.lng}
        label={labelOf(item.point)}
        dish={item.point.dish}
        caption={zoom >= NAMES_ZOOM ? [item.point.name, item.point.rating] : undefined}
        count={videosAt(item.point).length}
        active={pointsAt(item.point).some(({ id }) => id === active)}
        onPress={() => onOpen(item.point)}
      />
    ) : (
      <MapMarker key={item.key} map={map} lat={item.lat} lng={item.lng}>
        <ClusterButton cluster={item} onPress={() => zoomTo(item)} />
      </MapMarker>
    ),
  )
}

function labelOf(point: MapPoint): string {
  const n = videosAt(point).length
  return n > 1 ? `${point.name}, ${m.map_videos({ n })}` : point.name
}

function ClusterButton({ cluster, onPress }: { cluster: Cluster; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-label={m.map_cluster({ n: cluster.count })}
      onClick={onPress}
      className={cx(
        'tabular grid size-11 place-items-center rounded-full border-2 border-surface text-sm font-bold shadow-pop',
        cluster.red ? 'bg-chile text-chile-ink' : 'bg-talavera text-white',
      )}
    >
      {cluster.count}
    </button>
  )
}

/** The map's view, after each movement; null without a map. */
export function useView(map: LiveMap | null): View | null {
  const [moved, setMoved] = useState<{ readonly of: LiveMap; readonly view: View } | null>(null)
  useLayoutEffect(() => map?.onMoved(() => setMoved({ of: map, view: map.view() })), [map])
  return moved !== null && moved.of === map ? moved.view : (map?.view() ?? null)
}
