import { distanceKm, type Point } from '@antojo/domain/distance'
import { m } from '@antojo/i18n/messages'
import { useMemo, useState, type ReactNode, type RefObject } from 'react'
import { type VideoQuery, fetchVideosById } from '../../entities/video/query.ts'
import type { Video } from '../../entities/video/video.ts'
import type { UserLocation } from '../../lib/device/user-location.ts'
import { useServices } from '../../lib/services.tsx'
import { ClusterMarkers, useView } from './points/cluster-markers.tsx'
import { MapBox } from './map-box.tsx'
import type { Bounds, LatLng, LiveMap } from './map-port.ts'
import {
  pinsOf,
  placesOf,
  pointsAt,
  spotsOf,
  videosAt,
  type MapPoint,
  type Spot,
} from './points/map-point.ts'
import { UnmappedNote } from './points/unmapped-note.tsx'
import { useMapSpots } from './api.ts'
import { useVisibleMarkers } from './points/use-visible-markers.ts'
import { mainArea, showAll } from './show-all.ts'
import { MAP_START, useMoves } from './use-moves.ts'
import { useMap } from './use-map.ts'
import { OwnLocation } from './page/own-location.tsx'
import { MapSheet, type SheetState } from './page/map-sheet.tsx'
import { PlaceCards, PlaceRows } from './page/place-rows.tsx'
import { PointHeading, PointVideos } from './page/point-videos.tsx'
import { QuickFilters, useFavoritesOnly } from './page/quick-filters.tsx'
import './page/map-page.css'

interface WholeMapProps {
  readonly videos: readonly Video[]
  readonly query: VideoQuery
  readonly where: UserLocation
  /** The point by which the videos are sorted; the map opens there. */
  readonly near: Point | null
  /** Id of the video opened last. */
  readonly selected: string | null
  readonly onOpen: (video: Video) => void
  /** The choice of the order. */
  readonly sort: ReactNode
  /** A remark on the search. */
  readonly note: string | null
  /** Shown for a search without results. */
  readonly empty: ReactNode
  /** Cards stand beside the map instead of rows; only where there is room for both. */
  readonly hasCards: boolean
  readonly onFix?: (video: Video) => void
}

/** All places of a search on a map that fills the window, and those in view as rows or cards. */
export function WholeMap(props: WholeMapProps) {
  const { videos, query, near, selected, note } = props
  const { host, points, left, more, unplaced } = useMapPoints(videos, query)
  const places = useMemo(() => nearestFirst(placesOf(points), query.near), [points, query.near])
  const { box, state, map } = useMap(MAP_START, host, props.hasCards)
  const [sheet, setSheet] = useState<SheetState>('row')
  const choice = useChoice(props, points)
  useMoves(map, {
    points,
    search: JSON.stringify(query),
    fit: (to) => showAll(to, mainArea(points, near), coveredTop()),
    selected,
    // The map shows the place of a row or a card already.
    from: choice.active,
    stays: !choice.movesMap,
  })
  const press = (pin: MapPoint) => {
    if (sheet === 'closed') setSheet('row')
    choice.press(pin)
  }
  return (
    <section
      data-map-page={props.hasCards ? 'cards' : 'rows'}
      data-sheet={sheet}
      aria-label={m.map_of_videos({ n: places.length })}
      className="md:flex md:flex-col"
    >
      <QuickFilters query={query} videos={videos} hasOpen={!props.hasCards} />
      {left > 0 || note !== null ? (
        <div className="relative z-10 mt-2 rounded-2xl bg-surface px-3 py-2 text-sm text-ink-soft md:mx-5">
          {note === null ? null : <p>{note}</p>}
          <UnmappedNote count={left} onMore={more} />
        </div>
      ) : null}
      <div className="fixed inset-x-0 top-(--bar) bottom-(--below) border-line md:left-(--col) md:border-l">
        <MapBox box={box} state={state} label={m.page_map()}>
          {map ? <ClusterMarkers map={map} points={points} active={choice.active} onOpen={press} /> : null}
          {map ? <OwnLocation map={map} host={host} /> : null}
        </MapBox>
      </div>
      <ShownPlaces {...props} {...{ map, box, places, choice, sheet, unplaced }} onSheet={setSheet} />
    </section>
  )
}

interface ShownPlacesProps extends WholeMapProps {
  readonly map: LiveMap | null
  readonly box: RefObject<HTMLElement | null>
  readonly places: readonly MapPoint[]
  readonly choice: ReturnType<typeof useChoice>
  readonly unplaced: number
  readonly sheet: SheetState
  readonly onSheet: (next: SheetState) => void
}

/** The list of the places in view, or the videos of the chosen point. */
function ShownPlaces(props: ShownPlacesProps) {
  const { map, box, places, choice, unplaced, sheet, onSheet, videos, sort, empty, where } = props
  const seen = useSeen(map, box, places)
  const { point } = choice
  const here = where.point
  if (point && !props.hasCards)
    return (
      <MapSheet
        state={sheet}
        onState={onSheet}
        heading={<PointHeading point={point} onClose={choice.close} />}
      >
        <PointVideos point={point} isStrip={sheet !== 'list'} videos={videos} onOpen={choice.openVideo} />
      </MapSheet>
    )
  // The further places of a video are no cards: home does not count them either.
  const further = seen.filter(({ id, video }) => id !== video).length
  const heading = (
    <>
      <p aria-live="polite" className="tabular min-w-min grow font-semibold wrap-normal">
        <span>{m.map_places_here({ n: seen.length - further })}</span>
        {further > 0 ? ` · ${m.map_further({ n: further })}` : null}
      </p>
      {sort}
    </>
  )
  return (
    <MapSheet state={sheet} onState={onSheet} heading={heading}>
      {places.length === 0 && unplaced === 0 ? (
        empty
      ) : props.hasCards ? (
        <PlaceCards {...props} places={seen} near={here} active={choice.active} onOpen={choice.openVideo} />
      ) : (
        <PlaceRows
          places={seen}
          unplaced={unplaced}
          videos={videos}
          near={here}
          isStrip={sheet !== 'list'}
          active={choice.active}
          onActive={choice.choose}
          onOpen={choice.openPlace}
        />
      )}
    </MapSheet>
  )
}

/** The points of the loaded videos and of all others of the search, and the number of videos without one. */
function useMapPoints(videos: readonly Video[], query: VideoQuery) {
  const kept = useMapSpots(query)
  const isShown = useFavoritesOnly()
  const { spots, unplaced } = useMemo(() => {
    const loaded = spotsOf(videos, true)
    const fresh = new Set(videos.map(({ id }) => id))
    const mapped = new Set(loaded.map(({ id }) => id))
    const others: readonly Spot[] = kept.spots.filter(({ id }) => !fresh.has(id))
    const ids = [...kept.unplaced, ...fresh].filter((id) => !mapped.has(id))
    return {
      spots: [...loaded, ...others].filter(({ video }) => isShown(video)),
      unplaced: new Set(ids.filter(isShown)).size,
    }
  }, [videos, kept, isShown])
  return { ...useVisibleMarkers(spots), unplaced }
}

/** Sorted here, because the server sorts videos and knows only some of the places. */
function nearestFirst(places: readonly MapPoint[], near: Point | null): readonly MapPoint[] {
  if (near === null) return places
  return places.toSorted((a, b) => distanceKm(near, a) - distanceKm(near, b))
}

/** The point that the person chose, and how it and its videos are opened. */
function useChoice({ videos, selected, onOpen, hasCards }: WholeMapProps, points: readonly MapPoint[]) {
  const { rest } = useServices()
  // A choice counts until a video is opened from elsewhere.
  const [chosen, setChosen] = useState({ id: selected, after: selected, hasPoint: false, movesMap: true })
  const isCurrent = chosen.after === selected
  const active = isCurrent ? chosen.id : selected
  const pin = pinsOf(points).find((each) => isAt(each, active))
  const hasPoint = isCurrent && chosen.hasPoint && pin !== undefined && videosAt(pin).length > 1
  const choose = (id: string) => setChosen({ id, after: selected, hasPoint: false, movesMap: true })
  const showPoint = (id: string) => setChosen({ id, after: selected, hasPoint: true, movesMap: true })
  const openVideo = async (video: string, id: string, movesMap: boolean) => {
    const here = videos.find((each) => each.id === video)
    const [found] = here ? [here] : await fetchVideosById(rest, [video])
    if (!found) return
    setChosen({ id, after: video, hasPoint, movesMap })
    onOpen(found)
  }
  const openPlace = (place: MapPoint, movesMap = false) => {
    if (videosAt(place).length > 1 && !hasCards) showPoint(place.id)
    else void openVideo(place.video, place.id, movesMap)
  }
  return {
    active,
    /** False when the map shows the place already and has to stay. */
    movesMap: !isCurrent || chosen.movesMap,
    /** The point whose videos are shown. */
    point: hasPoint ? pin : null,
    choose,
    close: () => choose(active ?? ''),
    openVideo: (video: string, id: string) => void openVideo(video, id, false),
    openPlace: (place: MapPoint) => openPlace(place),
    /** Beside cards, a press opens the place. Elsewhere the first press chooses the pin and the second opens it. */
    press: (pressed: MapPoint) => {
      if (videosAt(pressed).length > 1 && !hasCards) showPoint(pressed.id)
      else if (hasCards || isAt(pressed, active)) openPlace(pressed, !hasCards)
      else choose(pressed.id)
    },
  }
}

function isAt(place: MapPoint, id: string | null): boolean {
  return pointsAt(place).some((point) => point.id === id)
}

/** Height in pixels of the map's upper part, which the search and the quick filters cover. */
function coveredTop(): number {
  return window.innerWidth < 768 ? 128 : 64
}

/** The places in the part of the map that nothing covers; all while there is no map. */
function useSeen(map: LiveMap | null, box: RefObject<HTMLElement | null>, places: readonly MapPoint[]) {
  const bounds = useView(map)?.bounds
  return useMemo(() => {
    if (!bounds) return places
    const [west, south, east, north] = bounds
    const height = box.current?.clientHeight ?? 0
    const covered = height > 0 ? (coveredTop() / 2 / height) * (north - south) : 0
    return places.filter((place) => isInside([west, south, east, north - covered], place))
  }, [bounds, places, box])
}

function isInside([west, south, east, north]: Bounds, { lat, lng }: LatLng): boolean {
  const isBetween = west <= east ? lng >= west && lng <= east : lng >= west || lng <= east
  return isBetween && lat >= south && lat <= north
}
