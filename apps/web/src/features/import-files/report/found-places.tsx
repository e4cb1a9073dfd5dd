import type { ImportReport } from '@antojo/contract/transfer/imports'
import { cuisinesOfText } from '@antojo/domain/cuisine-labels'
import { dishDrawing } from '@antojo/domain/places/dish-drawing'
import { m } from '@antojo/i18n/messages'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, type ComponentProps, type ReactNode } from 'react'
import { ratingLabel } from '../../../entities/video/labels.ts'
import { fetchOthers } from '../../../entities/video/queries/place-videos.ts'
import { fetchVideosById, videoKeys } from '../../../entities/video/query.ts'
import { distinct } from '../../../entities/video/use-videos.ts'
import { placeKeyOf } from '../../../entities/video/video.ts'
import { useUserLocation } from '../../../lib/device/user-location.ts'
import { useServices } from '../../../lib/services.tsx'
import { useSettings } from '../../../lib/storage/settings-store.tsx'
import { lateComponent } from '../../../lib/view/lazy-component.tsx'
import { useIsDesk } from '../../../lib/view/use-columns.ts'
import { PlacesMap } from '../../map/places-map.tsx'
import { useOpenedVideo } from '../../videos/api.ts'
import { VideoGrid } from '../../videos/video-grid.tsx'

const VideoDetail = lateComponent(() => import('../../videos/video-detail.tsx'), 'VideoDetail')

type Place = ImportReport['places'][number]
type Point = ComponentProps<typeof PlacesMap>['points'][number]

interface FoundPlacesProps {
  readonly id: string
  readonly places: readonly Place[]
  /** The number of posts that show them. */
  readonly posts: number
  /** Stands between the map and the cards. */
  readonly children: ReactNode
}

/** The places of an import: a map that opens where most of them are, and a card for each. */
export function FoundPlaces({ id, places, posts, children }: FoundPlacesProps) {
  const isDesk = useIsDesk()
  const opened = useOpenedVideo()
  const { point: near } = useUserLocation()
  const active = opened.detail?.video.id ?? null
  const points = useMemo(() => places.flatMap(pointOf), [places])
  const ordered = useMemo(() => inOrder(places), [places])
  const hasMap = points.length > 0
  return (
    <>
      {hasMap ? <PlacesMap points={points} active={active} /> : null}
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

function pointOf(place: Place): Point[] {
  const { videoId, lat, lng, rating } = place
  if (lat === null || lng === null) return []
  const cuisines = cuisinesOfText(place.cuisine)
  const look = { cuisines, dish: dishDrawing(cuisines).src, rating: rating ? ratingLabel(rating) : '' }
  return [{ ...look, id: videoId, video: videoId, name: place.name ?? '', city: cityOf(place), lat, lng }]
}

/** One video of each place; the cities with most places first. */
function inOrder(places: readonly Place[]): readonly string[] {
  const first = new Map(places.toReversed().map((place) => [place.key, place]))
  const cities = Map.groupBy([...first.values()].toReversed(), cityOf)
  return [...cities.values()]
    .toSorted((a, b) => b.length - a.length)
    .flatMap((inCity) => inCity.map(({ videoId }) => videoId))
}

function cityOf({ city }: Place): string {
  return city?.split(',')[0]?.trim() ?? ''
}

interface CardsProps extends Pick<ComponentProps<typeof VideoGrid>, 'near' | 'onOpen'> {
  readonly id: string
  readonly videoIds: readonly string[]
  readonly isBesideMap: boolean
  readonly active: string | null
}

const CARDS_AT_ONCE = 60

function Cards({ id, videoIds, ...shown }: CardsProps) {
  const { rest } = useServices()
  const { density } = useSettings()
  const pages = useInfiniteQuery({
    queryKey: [...videoKeys.all, 'import', id, videoIds],
    queryFn: async ({ pageParam }) => {
      const ids = videoIds.slice(pageParam, pageParam + CARDS_AT_ONCE)
      const own = await fetchVideosById(rest, ids)
      // A card shows the pictures of all videos of its place, also of those from elsewhere.
      const cards = distinct([...own, ...(await fetchOthers(rest, own))], placeKeyOf)
      const found = new Map(cards.map((video) => [video.id, video]))
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
