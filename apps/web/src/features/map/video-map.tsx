import { m } from '@antojo/i18n/messages'
import { useEffect, useEffectEvent, useMemo, useRef, useState, type ComponentProps } from 'react'
import { Link } from 'wouter'
import type { Point } from '@antojo/domain/distance'
import { paths } from '../../lib/navigation/navigation.ts'
import { cx } from '../../lib/view/cx.ts'
import { useServices } from '../../lib/services.tsx'
import { useSettings } from '../../lib/storage/settings-store.tsx'
import { fetchVideosById } from '../../entities/video/fetch-videos.ts'
import type { VideoQuery } from '../../entities/video/query.ts'
import type { Video } from '../../entities/video/video.ts'
import { ClusterMarkers, useView } from './points/cluster-markers.tsx'
import { MapRows } from './points/map-rows.tsx'
import { MapBox } from './map-box.tsx'
import { OwnLocation } from './own-location.tsx'
import { UnmappedNote } from './points/unmapped-note.tsx'
import { MAX_SPOTS_ON_HOME, spotsOf, type MapPoint, type Spot } from './points/map-point.ts'
import type { Bounds, LatLng, LiveMap } from './map-port.ts'
import { mainArea, showAll } from './show-all.ts'
import { useMap, useMapKey } from './use-map.ts'
import { useMapSpots } from './points/use-map-spots.ts'
import { useVisibleMarkers } from './points/use-visible-markers.ts'

interface VideoMapProps {
  readonly videos: readonly Video[]
  /** The search on /map, where clusters show all results instead of the first 50. */
  readonly whole: VideoQuery | null
  /** Where the person is, if known: /map opens there. */
  readonly near: Point | null
  /** Id of the video opened last, on the map or in the list. */
  readonly selected: string | null
  readonly onOpen: (video: Video) => void
}

/** Spec §9. */
const ZOOM = { none: 2, press: 16 } as const
const start = { center: { lat: 18, lng: -40 }, zoom: ZOOM.none }

/** The map above the grid, or with its own rows on /map. Grid and rows are its equivalent for keyboard and screen reader; pins are buttons too. */
export function VideoMap(props: VideoMapProps) {
  return <Drawn key={useMapKey()} {...props} />
}

function Drawn({ videos, whole, near, selected, onOpen }: VideoMapProps) {
  const { rest } = useServices()
  const isWhole = whole !== null
  const { host, points, left, more } = useMapPoints(videos, whole)
  const box = useRef<HTMLElement>(null)
  const state = useMap(box, start, host)
  const map = state.kind === 'ready' ? state.map : null
  useMoves(map, { points, whole, near, selected })
  // A choice on the map counts until the next video is opened.
  const [chosen, setChosen] = useState({ id: selected, after: selected })
  const active = chosen.after === selected ? chosen.id : selected
  const setActive = (id: string) => setChosen({ id, after: selected })

  const open = async (id: string) => {
    const here = videos.find((video) => video.id === id)
    const [video] = here ? [here] : await fetchVideosById(rest, [id])
    if (video) onOpen(video)
  }
  const press = (point: MapPoint) => {
    // Beside the rows, the first press chooses; the rows show what there is to open.
    if (isWhole && active !== point.id) setActive(point.id)
    else void open(point.id)
  }
  return (
    <section
      aria-label={m.map_of_videos({ n: points.length })}
      className={isWhole ? WHOLE_CLASS : 'mb-5 grid gap-2'}
    >
      <div
        className={cx(
          'min-h-0 overflow-hidden border-line md:rounded-3xl md:border',
          isWhole ? 'grow max-md:border-y' : 'h-[min(60dvh,34rem)] rounded-3xl border',
        )}
      >
        <MapBox box={box} state={state} label={m.page_map()}>
          {map ? <OwnLocation map={map} /> : null}
          {map ? <ClusterMarkers map={map} points={points} active={active} onOpen={press} /> : null}
        </MapBox>
      </div>
      {isWhole ? (
        <ShownRows
          map={map}
          points={points}
          videos={videos}
          active={active}
          onActive={setActive}
          onOpen={onOpen}
        />
      ) : null}
      {isWhole || videos.length <= MAX_SPOTS_ON_HOME ? null : (
        <Link href={paths.map} className="text-sm font-semibold text-talavera-text underline">
          {m.map_first({ n: MAX_SPOTS_ON_HOME })}
        </Link>
      )}
      <UnmappedNote count={left} onMore={more} />
    </section>
  )
}

/** The points of the loaded videos and, on /map, of all others of the search. */
function useMapPoints(videos: readonly Video[], whole: VideoQuery | null) {
  const collection = useMapSpots(whole)
  const isWhole = whole !== null
  const loaded = useMemo(() => spotsOf(videos, isWhole), [videos, isWhole])
  const spots = useMemo(() => merged(collection, loaded), [collection, loaded])
  return useVisibleMarkers(spots)
}

interface Moves extends Pick<VideoMapProps, 'whole' | 'near' | 'selected'> {
  readonly points: readonly MapPoint[]
}

/** Moves the map to the places of a new search, and to the video that was opened last. */
function useMoves(map: LiveMap | null, { points, whole, near, selected }: Moves): void {
  const { reduce_motion } = useSettings()
  const fit = useEffectEvent((to: LiveMap) => showAll(to, whole === null ? points : mainArea(points, near)))
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
}

/** Fills the window below the search: map above a strip on phones, beside a list on wide screens. */
const WHOLE_CLASS =
  '-mx-4 flex h-[calc(100dvh-15.75rem-env(safe-area-inset-bottom))] min-h-100 flex-col md:mx-0 md:grid md:h-[calc(100dvh-13.5rem)] md:grid-cols-[24rem_minmax(0,1fr)] md:gap-4'

type ShownRowsProps = Omit<ComponentProps<typeof MapRows>, 'ids' | 'all'> & {
  readonly map: LiveMap | null
  readonly points: readonly MapPoint[]
}

/** The rows of the places in view; of all while there is no map. */
function ShownRows({ map, points, ...rows }: ShownRowsProps) {
  const bounds = useView(map)?.bounds
  const shown = bounds ? points.filter((point) => isInside(bounds, point)) : points
  return <MapRows {...rows} ids={shown.map(({ id }) => id)} all={points.length} />
}

function isInside([west, south, east, north]: Bounds, { lat, lng }: LatLng): boolean {
  const isBetween = west <= east ? lng >= west && lng <= east : lng >= west || lng <= east
  return isBetween && lat >= south && lat <= north
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
