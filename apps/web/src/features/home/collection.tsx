import type { Point } from '@antojo/domain/distance'
import { m } from '@antojo/i18n/messages'
import { memo, Suspense, useCallback, useState, type ComponentProps } from 'react'
import { useSearchParams } from 'wouter'
import { useSession } from '../../lib/services.tsx'
import { useSettings } from '../../lib/storage/settings-store.tsx'
import type { UserLocation } from '../../lib/device/user-location.ts'
import { Failed } from '../../ui/failed.tsx'
import { queryOf, SHOWING_ALL, type VideoQuery } from '../../entities/video/query.ts'
import { useCards, useVideos } from '../../entities/video/use-videos.ts'
import { useFollowOtherTabs } from '../../entities/video/video-cache.ts'
import { VideoGrid, VideoGridSkeleton } from '../videos/video-grid.tsx'
import type { Video } from '../../entities/video/video.ts'
import type { HomeSearch } from './use-home-search.ts'
import { lateComponent, lazyComponent } from '../../lib/view/lazy-component.tsx'
import { useIsDesk } from '../../lib/view/use-columns.ts'

const MapResults = lateComponent(() => import('./map-results.tsx'), 'MapResults')
const NoResults = lateComponent(() => import('./no-results.tsx'), 'NoResults')
const CollectionBar = lazyComponent(() => import('./collection-bar.tsx'), 'CollectionBar')
const ResultsNotice = lateComponent(() => import('./results-notice.tsx'), 'ResultsNotice')
const UnidentifiedList = lateComponent(
  () => import('../unidentified/unidentified-list.tsx'),
  'UnidentifiedList',
)
const ChosenBar = lateComponent(() => import('../compare/choose.tsx'), 'ChosenBar')

type OpenVideo = (video: Video, section?: 'reviews') => void

interface CollectionProps {
  readonly mode: 'home' | 'map'
  readonly search: HomeSearch
  /** The videos whose place is not known yet. */
  readonly open: ReturnType<typeof useVideos>
  /** Counts the searches that the person submitted; after each, the number of results is announced. */
  readonly submitted: number
  readonly where: UserLocation
  readonly onAdd: (text: string) => void
  readonly onOpen: OpenVideo
  readonly onFix?: (video: Video) => void
}

/** The videos of the person, or those whose place is not known yet, after a press on their number. */
export function Collection(props: CollectionProps) {
  const { open } = props
  const [params] = useSearchParams()
  if (params.get('show') !== 'open') return <Identified {...props} />
  return (
    <>
      <Bar open={open} result={null} shown={null} />
      <UnidentifiedList
        videos={open.videos}
        hasMore={open.hasNextPage}
        onMore={() => void open.fetchNextPage()}
      />
    </>
  )
}

const barSpace = (
  <div className="@container">
    <div className="mb-2 h-12 desk:@max-[60rem]:h-23" />
  </div>
)

/** The row above the videos. Its place is kept while its code loads. */
function Bar(props: ComponentProps<typeof CollectionBar>) {
  return (
    <Suspense fallback={barSpace}>
      <CollectionBar {...props} />
    </Suspense>
  )
}

/** The videos of the person or, for a guest, the newest public ones; each submitted search is announced. */
function Identified({ submitted, ...props }: CollectionProps) {
  const session = useSession()
  const settings = useSettings()
  // Kept: a location that arrives later must not sort again what is on the screen.
  const [near, setNear] = useState(props.where.point)
  const [params] = useSearchParams()
  const isAllShown = params.get('show') === 'all'
  const userId = session?.user.id ?? null
  const chosen = queryOf(settings, userId, props.search.applied, session ? near : null)
  const query = isAllShown ? { ...chosen, ...SHOWING_ALL } : chosen
  const result = useVideos(query)
  return (
    <>
      <ResultsNotice
        mode={props.mode}
        result={result}
        submitted={submitted}
        where={props.where}
        near={near}
        onNear={setNear}
        onSearch={props.search.setDraft}
        query={chosen}
        isAllShown={isAllShown}
      />
      <Found {...props} near={near} onNear={setNear} query={query} result={result} />
    </>
  )
}

/** Requests the next page, unless it is on its way. */
function useMore({ hasNextPage, isFetchingNextPage, fetchNextPage }: ReturnType<typeof useVideos>) {
  return useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
}

interface FoundProps extends Omit<CollectionProps, 'submitted'> {
  /** The point by which the videos are sorted. */
  readonly near: Point | null
  readonly onNear: (near: Point) => void
  readonly query: VideoQuery
  readonly result: ReturnType<typeof useVideos>
}

/** The videos of a query: loading, failed, empty, or shown. */
function Found({ mode, search, open, where, near, query, result, onNear, onAdd, onOpen, onFix }: FoundProps) {
  const settings = useSettings()
  const { videos } = result
  useFollowOtherTabs()
  const [selected, setSelected] = useState<string | null>(null)
  const openVideo: OpenVideo = useCallback(
    (video, section) => {
      setSelected(video.id)
      onOpen(video, section)
    },
    [onOpen],
  )
  const more = useMore(result)

  const compact = settings.density === 'compact'
  const isBeside = useIsDesk() && mode === 'home' && settings.layout === 'map'
  // The row above an empty collection depends on the videos without a place.
  if (result.isPending || (videos.length === 0 && open.isLoading)) return <Loading compact={compact} />
  if (result.isError && videos.length === 0)
    return <Failed text={m.videos_failed_text()} onRetry={() => void result.refetch()} />
  const isMap = mode === 'map' || isBeside
  if (videos.length === 0 && !(isMap && search.active))
    return <Empty mode={mode} open={open} result={result} search={search} onAdd={onAdd} />
  if (isMap)
    return (
      <>
        {isBeside ? <Bar open={open} result={result} shown={null} isBeside /> : null}
        <MapResults
          {...{ videos, query, where, near, selected, search, result, onNear, onAdd }}
          hasCards={isBeside}
          onOpen={openVideo}
          {...(onFix && { onFix })}
        />
      </>
    )
  return (
    <>
      <Bar open={open} result={result} shown={{ query, where, near, onNear, selected, onOpen: openVideo }} />
      <Shown
        text={query.text}
        videos={videos}
        compact={compact}
        near={where.point ?? near}
        onOpen={openVideo}
        onEnd={more}
        {...(onFix && { onFix })}
      />
    </>
  )
}

function Empty({
  mode,
  open,
  result,
  search,
  onAdd,
}: Pick<FoundProps, 'mode' | 'open' | 'result' | 'search' | 'onAdd'>) {
  return (
    <>
      {mode === 'home' || open.videos.length > 0 || search.applied.open ? (
        <Bar open={open} result={result} shown={null} />
      ) : null}
      <NoResults search={search} onAdd={onAdd} />
    </>
  )
}

function Loading({ compact }: { compact: boolean }) {
  return (
    <>
      {barSpace}
      <VideoGridSkeleton compact={compact} />
    </>
  )
}

/** Memoized, so that typing in the search box does not render the grid. */
const Shown = memo(function Shown(props: ComponentProps<typeof VideoGrid>) {
  const { videos, near } = props
  const session = useSession()
  const { layout } = useSettings()
  return (
    <>
      <ChosenBar near={near} listId={null} />
      <VideoGrid
        {...props}
        videos={useCards(videos)}
        single={layout === 'list'}
        canChoose
        canDelete={session !== null}
      />
    </>
  )
})
