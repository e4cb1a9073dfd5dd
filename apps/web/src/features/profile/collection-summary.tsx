import { cuisinesOfText } from '@antojo/domain/cuisine-labels'
import { m } from '@antojo/i18n/messages'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { Link } from 'wouter'
import { favoriteKeys } from '../../entities/list/favorites.ts'
import type { VideoList } from '../../entities/list/list.ts'
import { useMyLists } from '../../entities/list/use-lists.ts'
import { cuisineName } from '../../entities/video/labels.ts'
import { videoOf } from '../../entities/video/video.ts'
import { rowsOf } from '../../lib/api/rest.ts'
import { paths } from '../../lib/navigation/navigation.ts'
import { overlay } from '../../lib/navigation/overlay.ts'
import { useServices } from '../../lib/services.tsx'
import { pendingDeletions } from '../../lib/storage/deletions.ts'
import { lazyComponent } from '../../lib/view/lazy-component.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { spotOf } from '../map/api.ts'
import { Photo } from '../videos/photo.tsx'
import { fetchNewestIn } from './newest-in-list.ts'

const PlacesMap = lazyComponent(() => import('../map/places-map.tsx'), 'PlacesMap')

const FRAME = 'mb-6 grid grid-cols-1 gap-4 md:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr]'
const CELL = 'h-76 overflow-clip rounded-3xl bg-surface shadow-card'

/** The collection at a glance: totals, a map, and the places by city and cuisine. Nothing while it is empty. */
export function CollectionSummary({ userId }: { readonly userId: string }) {
  const { rest } = useServices()
  const visited = useMyLists().data?.own.find(({ kind }) => kind === 'visited')
  const { data } = useQuery({
    queryKey: ['collection-counts', userId],
    queryFn: async () =>
      rowsOf<Summary>(await rest.rpc('collection_summary', { without: pendingDeletions() })),
    staleTime: 0,
  })
  const points = useMemo(() => data?.points.flatMap(cityPointOf) ?? [], [data])
  if (!data)
    return (
      <div className={FRAME}>
        <Skeleton className="h-20 rounded-3xl md:col-span-full" />
        <Skeleton className="h-76 rounded-3xl md:max-lg:col-span-full" />
        <Skeleton className="h-76 rounded-3xl" />
        <Skeleton className="h-76 rounded-3xl" />
      </div>
    )
  if (data.places === 0) return null
  const totals = [
    [m.profile_places(), data.places],
    [m.profile_cities(), data.cities.length],
    [m.lists_visited(), visited?.count ?? 0],
    [m.profile_videos(), data.videos],
  ] as const
  return (
    <section aria-label={m.profile_collection()} className={FRAME}>
      <dl className="grid h-20 grid-cols-4 items-center rounded-3xl bg-surface text-center shadow-card md:col-span-full">
        {totals.map(([name, n]) => (
          <div key={name} className="flex min-w-0 flex-col-reverse px-1">
            <dt className="truncate text-sm text-ink-soft">{name}</dt>
            <dd className="tabular font-display text-2xl font-bold">{n}</dd>
          </div>
        ))}
      </dl>
      <div className={`${CELL} grid *:h-auto *:border-0 md:max-lg:col-span-full`}>
        <Suspense fallback={null}>
          <PlacesMap points={points} active={null} isInline />
        </Suspense>
      </div>
      <Most title={m.profile_by_city()} names={data.cities} />
      <Most
        title={m.profile_by_cuisine()}
        names={data.cuisines.map(([key, n]) => [cuisineName(cuisinesOfText(key)[0] ?? key), n])}
      />
      {visited && visited.count > 0 ? <Shelf list={visited} /> : null}
    </section>
  )
}

type Counts = readonly (readonly [string, number])[]

/** The answer of `collection_summary`. */
type Summary = Record<'videos' | 'places', number> &
  Record<'cities' | 'cuisines', Counts> & { readonly points: readonly unknown[] }

/** The five names with most places, each with a bar. */
function Most({ title, names }: { readonly title: string; readonly names: Counts }) {
  return (
    <div className={`${CELL} p-5`}>
      <h2 className="mb-2 text-lg">{title}</h2>
      <ol>
        {names.slice(0, 5).map(([name, n]) => (
          <li key={name} className="grid h-11 grid-cols-[minmax(0,1fr)_auto] content-center gap-x-2 text-sm">
            <b title={name} className="truncate font-semibold">
              {name}
            </b>
            <span className="tabular text-ink-soft">{n}</span>
            <span aria-hidden className="col-span-full h-1.5 rounded-full bg-sunk">
              <span
                className="block h-full rounded-full bg-maiz"
                style={{ width: `${(n / (names[0]?.[1] ?? n)) * 100}%` }}
              />
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** The pictures of the places where the person has been, the newest first, and a link to all. */
function Shelf({ list }: { readonly list: VideoList }) {
  const { rest } = useServices()
  const { data: videos = [] } = useQuery({
    queryKey: [...favoriteKeys.newest(list.id), list.count],
    queryFn: () => fetchNewestIn(rest, list.id),
  })
  return (
    <div className="col-span-full grid grid-cols-1 gap-2">
      <h2 className="text-lg">
        <Link href={paths.list(list.id)} className="inline-flex min-h-11 items-center hover:underline">
          {m.profile_been({ n: list.count })}
        </Link>
      </h2>
      <ul className="-m-1 flex h-58 gap-4 overflow-x-auto p-1 [scrollbar-width:thin]">
        {videos.map((video) => (
          <li key={video.id} className="w-36 shrink-0">
            <button
              type="button"
              onClick={() => overlay.open('video', video.id)}
              className="grid w-full gap-1.5 rounded-2xl text-left text-sm font-semibold"
            >
              <span aria-hidden data-thumb className="h-44 overflow-hidden rounded-2xl shadow-card">
                <Photo video={video} />
              </span>
              <span className="truncate">{video.place.name ?? video.title}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The row of a place on the map; those of Google are on its own map only. */
function cityPointOf(row: unknown) {
  const video = videoOf(row)
  const spot = video && spotOf(video)
  return spot && 'lat' in spot ? [{ ...spot, city: video.place.location ?? '' }] : []
}
