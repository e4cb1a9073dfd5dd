import { m } from '@antojo/i18n/messages'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useServices } from '../../lib/services.tsx'
import { useSettings } from '../../lib/storage/settings-store.tsx'
import { fetchVideosById } from '../../entities/video/fetch-videos.ts'
import type { VideoQuery } from '../../entities/video/query.ts'
import type { Video } from '../../entities/video/video.ts'
import { ClusterMarkers } from './points/cluster-markers.tsx'
import { MapBox } from './map-box.tsx'
import { UnmappedNote } from './points/unmapped-note.tsx'
import { spotsOf, type MapPoint, type Spot } from './points/map-point.ts'
import type { LiveMap } from './map-port.ts'
import { showAll } from './show-all.ts'
import { useMap, useMapKey } from './use-map.ts'
import { useMapSpots } from './points/use-map-spots.ts'
import { useVisibleMarkers } from './points/use-visible-markers.ts'

interface VideoMapProps {
  readonly videos: readonly Video[]
  /** The search on /map, where clusters show all results instead of the first 50. */
  readonly whole: VideoQuery | null
  /** Id of the video opened last, on the map or in the list. */
  readonly selected: string | null
  readonly onOpen: (video: Video) => void
}

/** Spec §9. */
const ZOOM = { none: 2, press: 16 } as const
const start = { center: { lat: 18, lng: -40 }, zoom: ZOOM.none }

/** The map above the grid. The grid is its equivalent for keyboard and screen reader; pins are buttons too. */
export function VideoMap(props: VideoMapProps) {
  return <Drawn key={useMapKey()} {...props} />
}

function Drawn({ videos, whole, selected, onOpen }: VideoMapProps) {
  const { rest } = useServices()
  const { reduce_motion } = useSettings()
  const collection = useMapSpots(whole)
  const isWhole = whole !== null
  const loaded = useMemo(() => spotsOf(videos, isWhole), [videos, isWhole])
  const spots = useMemo(() => merged(collection, loaded), [collection, loaded])
  const { host, points, left, more } = useVisibleMarkers(spots)
  const box = useRef<HTMLElement>(null)
  const state = useMap(box, start, host)
  const map = state.kind === 'ready' ? state.map : null
  const fit = useEffectEvent((to: LiveMap) => showAll(to, points))
  const key = `${JSON.stringify(whole)} ${points.length}`
  useEffect(() => {
    if (map) fit(map)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a change of one video must not move the map
  }, [map, key])

  const goTo = useEffectEvent((to: LiveMap, id: string) => {
    const point = points.find((each) => each.id === id)
    // Never zooms out, which could hide the pin in a cluster.
    if (point) to.moveTo(point, Math.max(ZOOM.press, to.view().zoom), !reduce_motion)
  })
  useEffect(() => {
    if (map && selected !== null) goTo(map, selected)
  }, [map, selected])

  const open = async (point: MapPoint) => {
    const here = videos.find(({ id }) => id === point.id)
    const [video] = here ? [here] : await fetchVideosById(rest, [point.id])
    if (video) onOpen(video)
  }

  return (
    <section aria-label={m.map_of_videos({ n: points.length })} className="mb-5 grid gap-2">
      <div className="h-[min(60dvh,34rem)] overflow-hidden rounded-3xl border border-line">
        <MapBox box={box} state={state} label={m.page_map()}>
          {map ? (
            <ClusterMarkers
              map={map}
              points={points}
              active={selected}
              onOpen={(point) => void open(point)}
            />
          ) : null}
        </MapBox>
      </div>
      <UnmappedNote count={left} onMore={more} />
    </section>
  )
}

/** The loaded spots in the order of the list, followed by the rest of the collection. */
function merged(collection: readonly Spot[], loaded: readonly Spot[]): readonly Spot[] {
  const fresh = new Set(loaded.map(({ id }) => id))
  return [...loaded, ...collection.filter(({ id }) => !fresh.has(id))]
}

interface PointsMapProps {
  readonly points: readonly MapPoint[]
  readonly label: string
  readonly onOpen: (point: MapPoint) => void
}

/** A map of places that are not a search: it shows all of them, in clusters. */
export function PointsMap(props: PointsMapProps) {
  return <DrawnPoints key={useMapKey()} {...props} />
}

function DrawnPoints({ points, label, onOpen }: PointsMapProps) {
  const box = useRef<HTMLElement>(null)
  const state = useMap(box, start, 'own')
  const map = state.kind === 'ready' ? state.map : null
  const fit = useEffectEvent((to: LiveMap) => showAll(to, points))
  const { length: count } = points
  useEffect(() => {
    if (map) fit(map)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- more points may not fit into the view
  }, [map, count])
  return (
    <MapBox box={box} state={state} label={label}>
      {map ? <ClusterMarkers map={map} points={points} active={null} onOpen={onOpen} /> : null}
    </MapBox>
  )
}
