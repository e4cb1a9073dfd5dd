import { m } from '@antojo/i18n/messages'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { Link } from 'wouter'
import { paths } from '../../lib/navigation/navigation.ts'
import type { Video } from '../../entities/video/video.ts'
import { ClusterMarkers } from './points/cluster-markers.tsx'
import { OwnLocation } from './page/own-location.tsx'
import { MapBox } from './map-box.tsx'
import { UnmappedNote } from './points/unmapped-note.tsx'
import { MAX_SPOTS_ON_HOME, placesOf, spotsOf, type MapPoint } from './points/map-point.ts'
import type { LiveMap } from './map-port.ts'
import { showAll } from './show-all.ts'
import { useMap } from './use-map.ts'
import { MAP_START, useMoves } from './use-moves.ts'
import { useVisibleMarkers } from './points/use-visible-markers.ts'
import './page/map-page.css'

interface VideoMapProps {
  readonly videos: readonly Video[]
  /** Id of the video opened last, on the map or in the list. */
  readonly selected: string | null
  /** The map takes the window beside the grid, with all places. */
  readonly isBeside?: boolean
  readonly onOpen: (video: Video) => void
}

/** The map above or beside a grid, which is its equivalent for keyboard and screen reader; pins are buttons too. */
export function VideoMap({ videos, selected, isBeside = false, onOpen }: VideoMapProps) {
  const spots = useMemo(() => spotsOf(videos, isBeside), [videos, isBeside])
  const { host, points, left, more } = useVisibleMarkers(spots)
  const { box, state, map } = useMap(MAP_START, host, isBeside)
  useMoves(map, { points, search: '', fit: (to) => showAll(to, points), selected, from: selected })
  const open = (point: MapPoint) => {
    const video = videos.find(({ id }) => id === point.video)
    if (video) onOpen(video)
  }
  return (
    <section
      data-side-map={isBeside || undefined}
      aria-label={m.map_of_videos({ n: placesOf(points).length })}
      className={isBeside ? 'border-l border-line' : 'mb-5 grid gap-2'}
    >
      <div
        className={
          isBeside
            ? 'size-full'
            : 'h-[min(60dvh,34rem)] min-h-0 overflow-hidden rounded-3xl border border-line'
        }
      >
        <MapBox box={box} state={state} label={m.page_map()}>
          {map ? <OwnLocation map={map} host={host} /> : null}
          {map ? <ClusterMarkers map={map} points={points} active={selected} onOpen={open} /> : null}
        </MapBox>
      </div>
      {isBeside || videos.length <= MAX_SPOTS_ON_HOME ? null : (
        <Link href={paths.map} className="text-sm font-semibold text-talavera-text underline">
          {m.map_first({ n: MAX_SPOTS_ON_HOME })}
        </Link>
      )}
      <UnmappedNote count={left} onMore={more} />
    </section>
  )
}

interface PointsMapProps {
  readonly points: readonly MapPoint[]
  /** Those to show first; the map moves when they change. */
  readonly shown?: readonly MapPoint[]
  /** Height in pixels of what covers its upper part. */
  readonly coveredTop?: number
  /** Id of the point that is chosen. */
  readonly active?: string | null
  readonly label: string
  readonly onOpen: (point: MapPoint) => void
}

/** A map of places that are not a search, in clusters. */
export function PointsMap({
  points,
  shown = points,
  coveredTop = 0,
  active = null,
  label,
  onOpen,
}: PointsMapProps) {
  const { box, state, map } = useMap(MAP_START, 'own')
  const fit = useEffectEvent((to: LiveMap) => showAll(to, shown, coveredTop))
  // A change of one place must not move the map.
  const ids = shown.map(({ id }) => id).join()
  useEffect(() => {
    if (map) fit(map)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- other points may not fit into the view
  }, [map, ids])
  return (
    <MapBox box={box} state={state} label={label}>
      {map ? <ClusterMarkers map={map} points={points} active={active} onOpen={onOpen} /> : null}
    </MapBox>
  )
}
