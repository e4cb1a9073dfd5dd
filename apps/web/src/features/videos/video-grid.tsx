import { distanceKm, type Point } from '@antojo/domain/distance'
import { m } from '@antojo/i18n/messages'
import { memo, useEffect, useRef, useState, type ReactElement } from 'react'
import { cx } from '../../lib/view/cx.ts'
import { useSession } from '../../lib/services.tsx'
import { useColumns, useIsDesk } from '../../lib/view/use-columns.ts'
import { lateComponent } from '../../lib/view/lazy-component.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useCardMarks } from '../../entities/video/queries/card-marks.ts'
import { useFavorites } from '../../entities/list/favorites.ts'
import { useGeocoded } from './grid/use-geocoded.ts'
import { useRows } from './grid/use-rows.ts'
import type { VideoCardProps } from './card/card-props.ts'
import { VideoCard } from './video-card.tsx'
import { isEnriching, placeKeyOf, type Video } from '../../entities/video/video.ts'
import { pointOf } from '../../entities/video/labels.ts'

interface VideoGridProps extends Pick<VideoCardProps, 'onOpen' | 'canDelete' | 'onFix'> {
  readonly videos: readonly Video[]
  readonly compact: boolean
  readonly single?: boolean
  /** A map takes the other part of the window. */
  readonly isBesideMap?: boolean
  /** Id of the video that is chosen on the map. */
  readonly active?: string | null
  readonly near: Point | null
  /** The words of the search that found the videos. */
  readonly text?: string
  /** Whether cards can be chosen. */
  readonly canChoose?: boolean
  /** Called when the person scrolls near the end. */
  readonly onEnd?: () => void
}

const FollowEnrichment = lateComponent(() => import('./grid/follow-enrichment.tsx'), 'FollowEnrichment')

/** The cards in 1 to 4 columns. Only the rows near the window are in the page, so that 20,000 videos cost as much as 20. */
export function VideoGrid(props: VideoGridProps) {
  const {
    videos,
    single = false,
    isBesideMap,
    active,
    near,
    canChoose,
    text,
    onEnd: _onEnd,
    ...shared
  } = props
  const possible = useColumns(isBesideMap)
  const columns = single ? 1 : possible
  // Alone in a column beside a map or a panel, an upright card would fill it with its picture.
  const isDesk = useIsDesk()
  const now = useMinute()
  const session = useSession()
  const favorites = useFavorites()
  const marks = useCardMarks(text ?? '')
  const geocoded = useGeocoded(videos, near !== null)
  const card = (video: Video, index: number) => (
    <VideoCard
      key={video.id}
      {...shared}
      video={video}
      wide={single || (isDesk && columns === 1)}
      isActive={video.id === active}
      distanceKm={distanceOf(video, near, geocoded)}
      {...(canChoose && { among: videos })}
      now={now}
      eager={index < columns}
      favorite={favorites.ids.has(video.id)}
      inList={marks.inLists.has(video.id)}
      visited={marks.visited.has(video.id)}
      morePlaces={marks.morePlaces.get(video.id)}
      placeVideos={marks.counts.get(video.userId === session?.user.id ? placeKeyOf(video) : '')}
      {...(session && { onFavorite: favorites.turn })}
      position={index + 1}
      total={videos.length}
    />
  )
  return (
    <>
      {session && videos.some(isEnriching) ? <FollowEnrichment videos={videos} /> : null}
      <Rows {...props} columns={columns} card={card} />
    </>
  )
}

interface RowsProps extends Pick<VideoGridProps, 'videos' | 'compact' | 'single' | 'onEnd'> {
  readonly columns: number
  readonly card: (video: Video, index: number) => ReactElement
}

/** The part that renders again with each scroll event. */
function Rows(props: RowsProps) {
  const { videos, compact, single, columns, card } = props
  const feed = useRef<HTMLDivElement>(null)
  const { virtualizer, rows, margin, blank } = useRows(props, feed)
  const gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`
  return (
    <div
      ref={feed}
      role="feed"
      aria-label={m.page_home()}
      aria-busy={blank}
      className={cx('relative', single && 'mx-auto max-w-4xl')}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {blank ? <BlankCards columns={columns} compact={compact} /> : null}
      {rows.map((row) => (
        <div
          key={row.key}
          ref={virtualizer.measureElement}
          data-index={row.index}
          className={cx(
            'absolute inset-x-0 top-0 grid contain-layout contain-style',
            compact ? 'gap-x-3' : 'gap-x-5',
          )}
          style={{ transform: `translateY(${row.start - margin}px)`, gridTemplateColumns }}
        >
          {videos
            .slice(row.index * columns, (row.index + 1) * columns)
            .map((video, column) => card(video, row.index * columns + column))}
        </div>
      ))}
    </div>
  )
}

/** Placeholders during fast scrolling, which cost no time to draw, and for the first frame. */
const BlankCards = memo(function BlankCards({ columns, compact }: { columns: number; compact: boolean }) {
  return (
    <div
      aria-hidden
      className={cx('sticky top-20 grid', compact ? 'gap-3' : 'gap-5')}
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {Array.from({ length: columns * 2 }, (_, index) => (
        <div key={index} className={cx('rounded-[1.25rem] bg-surface', compact ? 'h-75' : 'h-86')} />
      ))}
    </div>
  )
})

function distanceOf({ place }: Video, near: Point | null, found: ReadonlyMap<string, Point>): number | null {
  const point = pointOf(place) ?? found.get(place.address ?? '')
  return near && point ? distanceKm(near, point) : null
}

/** The time, updated every minute, to show open or closed. */
function useMinute(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

export function VideoGridSkeleton({ compact, isBesideMap }: Pick<VideoGridProps, 'compact' | 'isBesideMap'>) {
  const columns = useColumns(isBesideMap)
  return (
    <output
      aria-label={m.videos_loading()}
      className={cx('grid', compact ? 'gap-3' : 'gap-5')}
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {/* Spec §9. */}
      {Array.from({ length: 12 }, (_, index) => (
        <div key={index} data-skeleton className="overflow-hidden rounded-[1.25rem] bg-surface shadow-card">
          <Skeleton className={cx('w-full rounded-none', compact ? 'aspect-[2/1]' : 'aspect-video')} />
          <div className="grid gap-2.5 p-4.5">
            <Skeleton className="h-6 w-3/4" />
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="mt-2 h-10 w-32 rounded-lg" />
          </div>
        </div>
      ))}
    </output>
  )
}
