import { m } from '@antojo/i18n/messages'
import { useEffect, useMemo, useState } from 'react'
import { cx } from '../../../lib/view/cx.ts'
import { useSettings } from '../../../lib/storage/settings-store.tsx'
import { createClusterIndex, type Cluster } from './clusters.ts'
import type { MapPoint } from './map-point.ts'
import type { LiveMap, View } from '../map-port.ts'
import { MapMarker, PinMarker } from '../pin-marker.tsx'

interface ClusterMarkersProps {
  readonly map: LiveMap
  readonly points: readonly MapPoint[]
  readonly active: string | null
  readonly onOpen: (point: MapPoint) => void
}

/** The visible pins and clusters. Pressing a cluster zooms in until it falls apart. */
export function ClusterMarkers({ map, points, active, onOpen }: ClusterMarkersProps) {
  const { reduce_motion } = useSettings()
  const show = useMemo(() => createClusterIndex(points, map.tileSize), [points, map.tileSize])
  const view = useView(map)
  const shown = show(view.bounds, view.zoom)
  const zoomTo = (cluster: Cluster) => map.moveTo(cluster, cluster.zoom, !reduce_motion)
  return shown.map((item) =>
    item.kind === 'pin' ? (
      <PinMarker
        key={item.key}
        map={map}
        lat={item.point.lat}
        lng={item.point.lng}
        label={item.point.name}
        sign={item.point.sign}
        active={item.point.id === active}
        onPress={() => onOpen(item.point)}
      />
    ) : (
      <MapMarker key={item.key} map={map} lat={item.lat} lng={item.lng}>
        <ClusterButton cluster={item} onPress={() => zoomTo(item)} />
      </MapMarker>
    ),
  )
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

function useView(map: LiveMap): View {
  const [view, setView] = useState(() => map.view())
  useEffect(() => {
    const moved = () => setView(map.view())
    moved()
    return map.onMoved(moved)
  }, [map])
  return view
}
