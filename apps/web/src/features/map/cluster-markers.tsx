import { m } from '@antojo/i18n/messages'
import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useMemo, useState } from 'react'
import { cx } from '../../lib/cx.ts'
import { useSettings } from '../../lib/settings-store.tsx'
import { createClusterIndex, type Bounds, type Cluster } from './clusters.ts'
import type { MapPoint } from './map-point.ts'
import { MapMarker, PinMarker } from './pin-marker.tsx'

interface ClusterMarkersProps {
  readonly map: MapLibre
  readonly points: readonly MapPoint[]
  readonly active: string | null
  readonly onOpen: (point: MapPoint) => void
}

/** Pins and clusters of what is in sight; a cluster pressed opens up. */
export function ClusterMarkers({ map, points, active, onOpen }: ClusterMarkersProps) {
  const { reduce_motion } = useSettings()
  const show = useMemo(() => createClusterIndex(points), [points])
  const view = useView(map)
  const shown = show(view.bounds, view.zoom)
  const zoomTo = ({ lng, lat, zoom }: Cluster) =>
    map.easeTo({ center: [lng, lat], zoom, animate: !reduce_motion })
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

interface View {
  readonly bounds: Bounds
  readonly zoom: number
}

function useView(map: MapLibre): View {
  const [view, setView] = useState(() => viewOf(map))
  useEffect(() => {
    const moved = () => setView(viewOf(map))
    moved()
    map.on('moveend', moved)
    return () => void map.off('moveend', moved)
  }, [map])
  return view
}

function viewOf(map: MapLibre): View {
  const bounds = map.getBounds()
  return {
    bounds: [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()],
    zoom: map.getZoom(),
  }
}
