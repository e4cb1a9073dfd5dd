import { m } from '@antojo/i18n/messages'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowDownWideNarrow, Columns2, LayoutGrid, ListPlus, Map as MapIcon, Rows3 } from 'lucide-react'
import { Suspense, useId } from 'react'
import { useLocation } from 'wouter'
import type { Point } from '@antojo/domain/distance'
import type { Settings } from '@antojo/domain/settings'
import { countPlaces } from '../../entities/video/queries/count-places.ts'
import { useFinishDeletions } from '../../entities/video/use-delete-video.ts'
import type { VideoQuery } from '../../entities/video/query.ts'
import type { useVideos } from '../../entities/video/use-videos.ts'
import { placeKeyOf, type Video } from '../../entities/video/video.ts'
import { NoLocation, Tonight } from '../../components/tonight.tsx'
import { askLocation, type UserLocation } from '../../lib/device/user-location.ts'
import { useServices, useSession } from '../../lib/services.tsx'
import { useSettings, useSettingsStore } from '../../lib/storage/settings-store.tsx'
import { cx } from '../../lib/view/cx.ts'
import { useIsDesk } from '../../lib/view/use-columns.ts'
import { drawer } from '../../lib/view/drawer.ts'
import { toast } from '../../lib/view/toasts.ts'
import { useKeptPlace } from '../../lib/navigation/use-kept-place.ts'
import { paths } from '../../lib/navigation/navigation.ts'
import { Button } from '../../ui/button.tsx'
import { lazyComponent } from '../../lib/view/lazy-component.tsx'
import { OpenFilter } from '../unidentified/open-filter.tsx'

const VideoMap = lazyComponent(() => import('../map/video-map.tsx'), 'VideoMap')

interface CollectionBarProps {
  /** The videos whose place is not known yet. */
  readonly open: ReturnType<typeof useVideos>
  /** The answer to the search; null while the videos without a place are shown. */
  readonly result: ReturnType<typeof useVideos> | null
  /** The collection below; null when there is none. */
  readonly shown: {
    readonly query: VideoQuery
    readonly where: UserLocation
    /** The point by which the videos are sorted. */
    readonly near: Point | null
    readonly onNear: (near: Point) => void
    /** Id of the video opened last. */
    readonly selected: string | null
    readonly onOpen: (video: Video) => void
  } | null
  /** The collection stands beside a map, which has the count, the order and the view. */
  readonly isBeside?: boolean
}

/**
 * The collection in one row that scrolls on phones: count, unidentified, order, view, adding several. Below it the map, where
 * it is the view.
 */
export function CollectionBar({ open, result, shown, isBeside = false }: CollectionBarProps) {
  const signedIn = useSession() !== null
  const unknown = result?.data?.pages[0]?.hours?.unknown ?? 0
  const { layout } = useSettings()
  useFinishDeletions()
  useKeptPlace(result ?? open)
  return (
    <>
      <div className="@container">
        <fieldset
          aria-label={m.collection_bar()}
          className="-mx-4 mb-2 flex min-w-0 items-center gap-1.5 overflow-x-auto px-4 [scrollbar-width:none] phone:h-12 md:mx-0 desk:flex-wrap md:px-0 desk:py-1.5"
        >
          {result && shown ? <Count result={result} query={shown.query} /> : null}
          {result ? <Tonight isOffered={shown !== null || isBeside} /> : null}
          {open.videos.length > 0 ? (
            <OpenFilter count={open.videos.length} hasMore={open.hasNextPage} />
          ) : null}
          {shown ? (
            <>
              <span className="md:grow desk:@max-[60rem]:basis-full" />
              <SortMenu {...shown} />
              <ViewChoice />
            </>
          ) : null}
          {signedIn ? (
            <Button
              variant="quiet"
              size="sm"
              icon={<ListPlus aria-hidden className="size-4.5" />}
              onClick={() => drawer.open('bulk-add')}
              className="ml-auto md:ml-0"
            >
              {m.bulk_open()}
            </Button>
          ) : null}
        </fieldset>
      </div>
      <NoLocation />
      {unknown > 0 ? (
        <output className="mb-2 block text-sm text-ink-soft">{m.filter_open_unknown({ n: unknown })}</output>
      ) : null}
      {result && shown && layout === 'map' ? (
        <Suspense fallback={<div className="mb-5 h-80 rounded-3xl bg-talavera-soft" />}>
          <VideoMap videos={result.videos} selected={shown.selected} onOpen={shown.onOpen} />
        </Suspense>
      ) : null}
    </>
  )
}

/** The number of places; while not all videos have loaded, the first page says how many are open, or the server counts. */
function Count({ query, result }: { query: VideoQuery; result: ReturnType<typeof useVideos> }) {
  const { rest } = useServices()
  const hasMore = result.hasNextPage
  const open = result.data?.pages[0]?.hours?.open
  const { data } = useQuery({
    queryKey: ['count-places', { ...query, near: null, sort: null }, result.dataUpdatedAt],
    queryFn: ({ signal }) => countPlaces(rest, query, signal),
    enabled: hasMore && open === undefined,
    placeholderData: keepPreviousData,
  })
  const places = hasMore ? (open ?? data?.places) : new Set(result.videos.map(placeKeyOf)).size
  return (
    <p aria-live="polite" className="tabular shrink-0 text-sm font-semibold">
      {typeof places === 'number' ? m.videos_count({ n: places }) : data && m.map_videos({ n: data.videos })}
    </p>
  )
}

type SortMenuProps = Pick<NonNullable<CollectionBarProps['shown']>, 'where' | 'near' | 'onNear'>

/** The order of the collection. Without a location, the order by distance is newest first. */
export function SortMenu({ where, near, onNear }: SortMenuProps) {
  const id = useId()
  const store = useSettingsStore()
  const { default_sort: chosen } = useSettings()
  const isDenied = where.kind === 'denied'
  const names: Readonly<Record<Settings['default_sort'], string>> = {
    distance: isDenied ? m.sort_distance_off() : m.sort_distance(),
    rating: m.sort_rating(),
    recent: m.sort_recent(),
    popular: m.sort_popular(),
  }
  const options = ['distance', 'rating', 'recent', 'popular'] as const
  const choose = (next: Settings['default_sort'] | undefined) => {
    if (next === undefined) return
    store.update({ default_sort: next })
    if (next === 'distance' && where.point) onNear(where.point)
    if (next !== 'distance' || !isDenied) return
    toast.info(m.sort_no_location())
    askLocation()
  }
  return (
    <label
      htmlFor={id}
      className="relative inline-flex max-w-3/5 shrink-0 items-center rounded-full border border-line bg-surface text-sm font-semibold"
    >
      <span className="sr-only">{m.sort_label()}</span>
      <ArrowDownWideNarrow aria-hidden className="pointer-events-none absolute left-3 size-4 text-ink-soft" />
      <select
        id={id}
        value={chosen === 'distance' && near === null ? 'recent' : chosen}
        onChange={({ target }) => choose(options.find((option) => option === target.value))}
        className="min-h-9 [field-sizing:content] w-full truncate appearance-none rounded-full bg-transparent pr-3.5 pl-9 touch:min-h-11"
      >
        {options.map((option) => (
          <option key={option} value={option} className="bg-surface text-ink">
            {names[option]}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Cards, rows, or cards with a map; where there is room, also the map alone, which has an address of its own. */
export function ViewChoice() {
  const store = useSettingsStore()
  const { layout: chosen } = useSettings()
  const [path, navigate] = useLocation()
  const isDesk = useIsDesk()
  const isWhole = path === paths.map
  const choose = (layout: Settings['layout']) => {
    store.update({ layout })
    if (isWhole) navigate(paths.home + location.search)
  }
  const views = [
    ['grid', m.settings_layout_grid(), LayoutGrid],
    ['list', m.settings_layout_list(), Rows3],
    ['map', isDesk ? m.layout_both() : m.settings_layout_map(), isDesk ? Columns2 : MapIcon],
  ] as const
  return (
    <fieldset
      aria-label={m.settings_layout()}
      className="flex shrink-0 rounded-full bg-sunk p-0.5 contrast:border contrast:border-line"
    >
      {views.map(([layout, label, Icon]) => (
        <View
          key={layout}
          {...{ label, Icon }}
          isChosen={chosen === layout && !isWhole}
          onChoose={() => choose(layout)}
        />
      ))}
      {isDesk ? (
        <View
          label={m.settings_layout_map()}
          Icon={MapIcon}
          isChosen={isWhole}
          onChoose={() => navigate(paths.map + location.search)}
        />
      ) : null}
    </fieldset>
  )
}

interface ViewProps {
  readonly label: string
  readonly Icon: typeof MapIcon
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function View({ label, Icon, isChosen, onChoose }: ViewProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-label={label}
      title={label}
      onClick={onChoose}
      className={cx(
        'grid h-8 w-10 place-items-center rounded-full touch:size-11',
        isChosen ? 'bg-surface text-ink shadow-sm contrast:border contrast:border-line' : 'text-ink-soft',
      )}
    >
      <Icon aria-hidden className="size-4.5" />
    </button>
  )
}
