import { distanceKm, type Point } from '@antojo/domain/distance'
import { m } from '@antojo/i18n/messages'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useCardMarks } from '../../../entities/video/queries/card-marks.ts'
import { type VideoQuery, fetchVideosById, videoKeys } from '../../../entities/video/query.ts'
import { placeOf, type Place, type Video } from '../../../entities/video/video.ts'
import { useServices } from '../../../lib/services.tsx'
import { useSettings } from '../../../lib/storage/settings-store.tsx'
import { cx } from '../../../lib/view/cx.ts'
import { PlaceRow } from '../../videos/place-row.tsx'
import { VideoGrid } from '../../videos/video-grid.tsx'
import { pointsAt, videosAt, type MapPoint } from '../points/map-point.ts'

/** More rows are no help; zooming in is. */
const MAX_ROWS = 40

interface PlaceRowsProps {
  /** The places that the map shows, in the order of the list. */
  readonly places: readonly MapPoint[]
  /** Number of videos of the search without a point. */
  readonly unplaced: number
  /** The videos that are loaded; the others are fetched. */
  readonly videos: readonly Video[]
  /** Where the person is. */
  readonly near: Point | null
  /** One row that is moved sideways, on phones. */
  readonly isStrip: boolean
  /** Id of the chosen point. */
  readonly active: string | null
  readonly onActive: (id: string) => void
  readonly onOpen: (place: MapPoint) => void
}

/** The places in view as rows: a strip or a list in the sheet, a list beside the map on wide screens. */
export function PlaceRows(props: PlaceRowsProps) {
  const { places, unplaced, videos, near, isStrip, active, onActive, onOpen } = props
  const shown = places.slice(0, MAX_ROWS)
  const ids = shown.map(({ video }) => video)
  const known = useVideosById(ids, videos)
  const { morePlaces } = useCardMarks('')
  const { list, scrolled } = useFollowActive(active, onActive)
  return (
    <div
      ref={list}
      role="feed"
      aria-busy={!ids.some((id) => known.has(id))}
      aria-label={m.page_map()}
      onScrollEnd={scrolled}
      className={rowsClass(isStrip)}
    >
      {shown.map((place, index) => {
        const video = known.get(place.video)
        const more = place.id === place.video ? (morePlaces.get(place.video)?.n ?? 0) : 0
        const count = videosAt(place).length
        return video ? (
          <PlaceRow
            key={place.id}
            id={place.id}
            video={video}
            place={factsOf(place, video)}
            name={place.name || m.no_restaurant()}
            mark={count > 1 ? m.map_videos({ n: count }) : more > 0 ? m.card_more_places({ n: more }) : null}
            isStrip={isStrip}
            isActive={pointsAt(place).some(({ id }) => id === active)}
            position={index + 1}
            total={places.length}
            distanceKm={near === null ? null : distanceKm(near, place)}
            onOpen={() => onOpen(place)}
          />
        ) : null
      })}
      {unplaced > 0 ? (
        <p className={cx('px-3 py-2 text-sm text-ink-soft', isStrip && 'max-md:hidden')}>
          {m.map_unplaced({ n: unplaced })}
        </p>
      ) : null}
    </div>
  )
}

interface PlaceCardsProps extends Pick<PlaceRowsProps, 'places' | 'unplaced' | 'videos' | 'near' | 'active'> {
  readonly query: VideoQuery
  readonly onOpen: (video: string, point: string) => void
  readonly onFix?: (video: Video) => void
}

/** The places in view as cards beside the map. */
export function PlaceCards(props: PlaceCardsProps) {
  const { places, unplaced, videos, near, active, query, onOpen, onFix } = props
  const { density, each_video } = useSettings()
  const ids = [...new Set(places.flatMap((place) => (each_video ? videosAt(place) : place.video)))].slice(
    0,
    MAX_ROWS,
  )
  const known = useVideosById(ids, videos)
  const shown = ids.flatMap((id) => known.get(id) ?? [])
  return (
    <>
      <VideoGrid
        videos={shown}
        compact={density === 'compact'}
        isBesideMap
        near={near}
        text={query.text}
        active={active}
        canChoose
        canDelete={query.userId !== null}
        onOpen={({ id }) => onOpen(id, id)}
        {...(onFix && { onFix })}
      />
      <p className="px-1 py-3 text-sm text-ink-soft">
        {places.length > MAX_ROWS ? m.map_first_here({ n: MAX_ROWS }) : null}{' '}
        {unplaced > 0 ? m.map_unplaced({ n: unplaced }) : null}
      </p>
    </>
  )
}

/** Rows in a strip on phones, otherwise in a list; the bottom leaves room for the button that lies over it. */
export function rowsClass(isStrip: boolean): string {
  return cx(
    'flex gap-2 px-3 md:min-h-0 md:grow md:snap-none md:flex-col md:gap-1 md:overflow-x-hidden md:overflow-y-auto md:px-2.5 md:pb-4',
    isStrip
      ? 'max-md:snap-x max-md:snap-mandatory max-md:overflow-x-auto max-md:[scrollbar-width:none]'
      : 'max-md:min-h-0 max-md:grow max-md:flex-col max-md:overflow-y-auto max-md:overscroll-contain max-md:pb-10',
  )
}

/** Brings the chosen row into view, and chooses the row to which the strip was moved. */
function useFollowActive(active: string | null, onActive: (id: string) => void) {
  const list = useRef<HTMLDivElement>(null)
  const isOwnScroll = useRef(false)
  const show = useEffectEvent((id: string) => {
    const row = list.current?.querySelector(`[data-point="${CSS.escape(id)}"]`)
    isOwnScroll.current = true
    row?.scrollIntoView({ block: 'nearest', inline: 'center' })
  })
  useEffect(() => {
    if (active !== null) show(active)
  }, [active])
  const scrolled = () => {
    if (isOwnScroll.current) {
      isOwnScroll.current = false
      return
    }
    const strip = list.current
    if (!strip || strip.scrollWidth <= strip.clientWidth) return
    const { left, top, width } = strip.getBoundingClientRect()
    const middle = document.elementFromPoint(left + width / 2, top + 20)
    const id = middle?.closest<HTMLElement>('[data-point]')?.dataset['point']
    if (id !== undefined) onActive(id)
  }
  return { list, scrolled }
}

/** The videos with these ids, as far as they have loaded. */
export function useVideosById(ids: readonly string[], videos: readonly Video[]): ReadonlyMap<string, Video> {
  const { rest } = useServices()
  const known = new Map(videos.map((video) => [video.id, video]))
  const missing = [...new Set(ids)].filter((id) => !known.has(id))
  const { data = [] } = useQuery({
    queryKey: [...videoKeys.beside, missing],
    queryFn: () => fetchVideosById(rest, missing),
    enabled: missing.length > 0,
    placeholderData: keepPreviousData,
  })
  for (const video of data) known.set(video.id, video)
  return known
}

/** The facts of the place: those of the video, unless it is a further one, of which the point is all that is known. */
function factsOf({ id, lat, lng, name, cuisines }: MapPoint, video: Video): Place {
  if (id === video.id) return video.place
  return { ...placeOf({}), name, lat, lng, cuisines }
}
