import type { ImportReport } from '@antojo/contract/transfer/imports'
import { cuisinesOfText } from '@antojo/domain/cuisine-labels'
import { dishDrawing } from '@antojo/domain/places/dish-drawing'
import { m } from '@antojo/i18n/messages'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState, type ReactNode } from 'react'
import { fetchVideosById } from '../../../entities/video/fetch-videos.ts'
import { ratingLabel } from '../../../entities/video/labels.ts'
import { videoKeys } from '../../../entities/video/video-keys.ts'
import { useUserLocation } from '../../../lib/device/user-location.ts'
import { overlay } from '../../../lib/navigation/overlay.ts'
import { useServices } from '../../../lib/services.tsx'
import { useSettings } from '../../../lib/storage/settings-store.tsx'
import { cx } from '../../../lib/view/cx.ts'
import { lateComponent } from '../../../lib/view/lazy-component.tsx'
import { useIsDesk } from '../../../lib/view/use-columns.ts'
import { PointsMap } from '../../map/video-map.tsx'
import { useOpenedVideo } from '../../videos/api.ts'
import { VideoGrid } from '../../videos/video-grid.tsx'
import { areasOf, type Area, type PlacePoint } from './areas.ts'

const VideoDetail = lateComponent(() =>
  import('../../videos/video-detail.tsx').then((code) => code.VideoDetail),
)

type Place = ImportReport['places'][number]

interface FoundPlacesProps {
  readonly id: string
  readonly places: readonly Place[]
  /** The number of posts that show them. */
  readonly posts: number
  /** What stands between the map and the cards. */
  readonly children: ReactNode
}

/** The places of an import: a map that opens where most of them are, and a card for each. */
export function FoundPlaces({ id, places, posts, children }: FoundPlacesProps) {
  const isDesk = useIsDesk()
  const opened = useOpenedVideo()
  const where = useUserLocation()
  const near = where.kind === 'known' ? where.point : null
  const active = opened.detail?.video.id ?? null
  const points = useMemo(() => places.flatMap(pointOf), [places])
  const areas = useMemo(() => areasOf(points), [points])
  const ordered = useMemo(() => inOrder(places, areas), [places, areas])
  const hasMap = points.length > 0
  return (
    <>
      {hasMap ? <PlacesMap points={points} areas={areas} isBeside={isDesk} active={active} /> : null}
      {children}
      {ordered.length === 0 ? null : (
        <section
          aria-label={m.imports_report_found({ n: ordered.length })}
          className="grid grid-cols-[minmax(0,1fr)] gap-3"
        >
          <div>
            <h2 className="text-2xl">{m.imports_report_found({ n: ordered.length })}</h2>
            {posts > ordered.length ? (
              <p className="text-sm text-ink-soft">{m.imports_report_of_posts({ n: posts })}</p>
            ) : null}
          </div>
          <Cards
            id={id}
            videoIds={ordered}
            isBesideMap={isDesk && hasMap}
            {...{ active, near }}
            onOpen={opened.open}
          />
        </section>
      )}
      {opened.detail ? <VideoDetail {...opened.detail} near={near} onClose={opened.close} /> : null}
    </>
  )
}

function pointOf({ videoId, name, city, cuisine, rating, lat, lng }: Place): PlacePoint[] {
  if (lat === null || lng === null) return []
  const cuisines = cuisinesOfText(cuisine)
  const shown = { name: name ?? '', city: city?.split(',')[0]?.trim() ?? '', cuisines, lat, lng }
  return [
    {
      ...shown,
      id: videoId,
      video: videoId,
      dish: dishDrawing(cuisines).src,
      rating: rating ? ratingLabel(rating) : '',
    },
  ]
}

/** One video of each place: those of the main area first, then city by city, then those that are on no map. */
function inOrder(places: readonly Place[], areas: readonly Area[]): readonly string[] {
  const mapped = areas.flatMap(({ points }) => points.map(({ video }) => video))
  const rank = new Map(mapped.map((video, index) => [video, index]))
  const at = ({ videoId }: Place) => rank.get(videoId) ?? mapped.length
  const first = new Map(places.toReversed().map((place) => [place.key, place]))
  return [...first.values()].toSorted((a, b) => at(a) - at(b)).map(({ videoId }) => videoId)
}

interface PlacesMapProps {
  readonly points: readonly PlacePoint[]
  readonly areas: readonly Area[]
  readonly isBeside: boolean
  readonly active: string | null
}

/** Cities far from the main area that have a button. */
const FAR_CITIES = 6

/** The map with a button for each area, so that what is far away is one press away. */
function PlacesMap({ points, areas, isBeside, active }: PlacesMapProps) {
  // An area by its name, because more places may come; null for all places.
  const [chosen, setChosen] = useState<string | null>(areas[0]?.name ?? '')
  const shown = chosen === null ? points : (areas.find(({ name }) => name === chosen) ?? areas[0])?.points
  const [main, ...far] = areas
  const button = (name: string | null, text: string, n?: number) => (
    <button
      key={text}
      type="button"
      aria-pressed={chosen === name}
      onClick={() => setChosen(name)}
      className={cx(
        'inline-flex min-h-11 shrink-0 items-center gap-2 rounded-full px-4 text-sm font-semibold shadow-card',
        chosen === name ? 'bg-talavera text-white' : 'bg-surface text-ink hover:bg-sunk',
      )}
    >
      {text}
      {n === undefined ? null : <b className="tabular">{n}</b>}
    </button>
  )
  return (
    <section
      data-side-map={isBeside || undefined}
      aria-label={m.map_of_videos({ n: points.length })}
      className={cx(
        '[&_[data-map-note]]:top-auto [&_[data-map-note]]:bottom-14',
        isBeside ? 'border-l border-line' : 'relative h-72 overflow-hidden rounded-3xl border border-line',
      )}
    >
      <PointsMap
        points={points}
        shown={shown ?? points}
        coveredTop={far.length === 0 ? 0 : isBeside ? 112 : 64}
        active={active}
        label={m.page_map()}
        onOpen={({ video }) => overlay.open('video', video)}
      />
      {far.length === 0 || !main ? null : (
        <fieldset
          aria-label={m.imports_report_areas()}
          className="absolute top-0 right-14 left-0 flex min-w-0 gap-2 overflow-x-auto p-3 lg:flex-wrap"
        >
          {button(main.name, main.name || m.imports_report_all(), main.points.length)}
          {main.name === '' ? null : button(null, m.imports_report_all())}
          <span className="photo-pill shrink-0 self-center">{m.imports_report_far()}</span>
          {far.slice(0, FAR_CITIES).map(({ name, points: there }) => button(name, name, there.length))}
        </fieldset>
      )}
    </section>
  )
}

interface CardsProps {
  readonly id: string
  readonly videoIds: readonly string[]
  readonly isBesideMap: boolean
  readonly active: string | null
  readonly near: Parameters<typeof VideoGrid>[0]['near']
  readonly onOpen: Parameters<typeof VideoGrid>[0]['onOpen']
}

const CARDS_AT_ONCE = 60

function Cards({ id, videoIds, ...shown }: CardsProps) {
  const { rest } = useServices()
  const { density } = useSettings()
  const pages = useInfiniteQuery({
    queryKey: [...videoKeys.all, 'import', id, videoIds],
    queryFn: async ({ pageParam }) => {
      const ids = videoIds.slice(pageParam, pageParam + CARDS_AT_ONCE)
      const found = new Map((await fetchVideosById(rest, ids)).map((video) => [video.id, video]))
      return { videos: ids.flatMap((each) => found.get(each) ?? []), next: pageParam + CARDS_AT_ONCE }
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }) => (next < videoIds.length ? next : undefined),
    placeholderData: (before) => before,
    meta: { keepOffline: false },
  })
  const videos = useMemo(() => pages.data?.pages.flatMap((page) => page.videos) ?? [], [pages.data])
  const more = () => {
    if (pages.hasNextPage && !pages.isFetching) void pages.fetchNextPage()
  }
  return <VideoGrid {...shown} videos={videos} compact={density === 'compact'} onEnd={more} />
}
