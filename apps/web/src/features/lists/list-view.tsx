import type { Point } from '@antojo/domain/distance'
import { m } from '@antojo/i18n/messages'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Map as MapIcon, ArrowLeft } from 'lucide-react'
import { Suspense, useEffect, useMemo, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { Page } from '../../components/page.tsx'
import { useServices, useSession } from '../../lib/services.tsx'
import { useSettings } from '../../lib/storage/settings-store.tsx'
import { useUserLocation } from '../../lib/device/user-location.ts'
import { Failed } from '../../ui/failed.tsx'
import { useOpenedVideo } from '../videos/api.ts'
import { VideoGrid, VideoGridSkeleton } from '../videos/video-grid.tsx'
import { useCards } from '../../entities/video/use-videos.ts'
import type { Video } from '../../entities/video/video.ts'
import { listName, type VideoList } from '../../entities/list/list.ts'
import { firstVideosQuery, listVideosQuery, refreshLists } from '../../entities/list/lists-api.ts'
import { lateComponent, lazyComponent } from '../../lib/view/lazy-component.tsx'
import { useIsDesk } from '../../lib/view/use-columns.ts'
import { paths, useUrlSearch } from '../../lib/navigation/navigation.ts'
import type { ListActionsProps } from './list-actions.tsx'

const filters = () => import('../../entities/video/queries/open-now.ts')
const ListFilters = lazyComponent(() => import('./list-filters.tsx'), 'ListFilters')
const VideoMap = lazyComponent(() => import('../map/video-map.tsx'), 'VideoMap')
const ArrangeVideos = lazyComponent(() => import('./arrange-videos.tsx'), 'ArrangeVideos')
const ListBar = lateComponent(() => import('./arrange-videos.tsx'), 'ListBar')
const ChosenBar = lateComponent(() => import('../compare/choose.tsx'), 'ChosenBar')
const PaperList = lateComponent(() => whenIdle().then(() => import('../exports/paper-list.tsx')), 'PaperList')
const ListComments = lateComponent(() => whenIdle().then(() => import('./list-comments.tsx')), 'ListComments')
const ListReports = lateComponent(() => import('../list-reports/list-reports.tsx'), 'ListReports')
const VideoDetail = lateComponent(() => import('../videos/video-detail.tsx'), 'VideoDetail')

/** Resolves once the browser has drawn what it knows; after a moment in Safari, which does not tell. */
function whenIdle(): Promise<unknown> {
  return new Promise((resolve) =>
    typeof requestIdleCallback === 'function' ? requestIdleCallback(resolve) : setTimeout(resolve, 300),
  )
}

/** A list with its header, videos and comments. */
export function ListView({ list }: { list: VideoList }) {
  const { rest } = useServices()
  const userId = useSession()?.user.id ?? null
  const mayEdit = list.access === 'owner' || list.access === 'edit'
  const [wantsOrder, setWantsOrder] = useState(false)
  const arranging = mayEdit && wantsOrder
  const [hasMap, setHasMap] = useState(useIsDesk())
  const first = useQuery({ ...firstVideosQuery(rest, list.id, userId), staleTime: Infinity }).data?.videos
  const videos = useQuery({
    ...listVideosQuery(rest, list.id, userId),
    ...(first && { placeholderData: first }),
    refetchInterval: arranging ? false : refreshLists,
  })
  const isWhole = videos.data !== undefined && !videos.isPlaceholderData
  const all = isWhole ? videos.data : []
  const isOnMap = !arranging && (videos.data?.some(({ place }) => place.lat !== null) ?? true)
  return (
    <Page title={listName(list)} hideTitle>
      <ListHeader
        list={list}
        videos={all}
        arranging={arranging}
        {...(mayEdit && all.length > 0 && { onArrange: () => setWantsOrder(!arranging) })}
        map={isOnMap ? <MapButton isOpen={hasMap} onPress={() => setHasMap(!hasMap)} /> : null}
      />
      <Videos
        list={list}
        mayEdit={mayEdit}
        arranging={arranging}
        hasMap={hasMap && isOnMap}
        videos={videos}
      />
      {isWhole ? <PaperList list={list} videos={all} /> : null}
      {isWhole && list.share.allow_comments && isSeenByOthers(list) ? <ListComments list={list} /> : null}
    </Page>
  )
}

function MapButton({ isOpen, onPress }: { readonly isOpen: boolean; readonly onPress: () => void }) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onPress}
      className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-talavera-text hover:underline"
    >
      <MapIcon aria-hidden className="size-4.5" />
      {isOpen ? m.list_hide_map() : m.list_show_map()}
    </button>
  )
}

/** Nobody talks to themselves in a private list. */
function isSeenByOthers({ visibility, access, share }: VideoList): boolean {
  return visibility !== 'private' || (access === 'owner' ? share.allow_collaborators : access !== 'visitor')
}

interface VideosProps {
  readonly list: VideoList
  readonly mayEdit: boolean
  readonly arranging: boolean
  readonly hasMap: boolean
  readonly videos: UseQueryResult<readonly Video[]>
}

function Videos({ list, mayEdit, arranging, hasMap, videos }: VideosProps) {
  const compact = useSettings().density === 'compact'
  if (videos.isError && !videos.data)
    return <Failed text={m.list_videos_failed()} onRetry={() => void videos.refetch()} />
  if (!videos.data) return <ListSkeleton hasMap={hasMap} />
  if (videos.data.length === 0) {
    return (
      <section className="mx-auto grid max-w-md justify-items-center gap-2 py-14 text-center">
        <h2 className="text-2xl">{m.list_empty()}</h2>
        <p className="text-ink-soft">{mayEdit ? m.list_empty_own() : m.list_empty_other()}</p>
      </section>
    )
  }
  const isEditable = mayEdit && !videos.isPlaceholderData
  const shown = <Shown {...{ list, compact, hasMap }} videos={videos.data} mayEdit={isEditable} />
  return arranging ? (
    <Suspense fallback={shown}>
      <ArrangeVideos list={list} videos={videos.data} />
    </Suspense>
  ) : (
    shown
  )
}

/** The videos that pass the filters in the URL, whose code is loaded with the first filter. */
function useChosen(videos: readonly Video[], near: Point | null) {
  const [{ cuisine, open, km }] = useUrlSearch()
  const isFiltered = cuisine !== 'all' || open || (km !== '' && near !== null)
  const [code, setCode] = useState<Awaited<ReturnType<typeof filters>> | null>(null)
  useEffect(() => {
    if (isFiltered) void filters().then(setCode)
  }, [isFiltered])
  const chosen = useMemo(
    () => (isFiltered && code ? code.chosenIn(videos, { cuisine, open, km }, near) : videos),
    [videos, isFiltered, code, cuisine, open, km, near],
  )
  return { chosen, isFiltered }
}

/** Cards, and on wide screens the map's place beside them, so that nothing moves when they come. */
export function ListSkeleton({ hasMap }: { hasMap: boolean }) {
  const { density } = useSettings()
  const isBeside = useIsDesk() && hasMap
  return (
    <>
      {isBeside ? <SideMapSpace /> : null}
      <div className="mb-2 h-12" />
      <VideoGridSkeleton compact={density === 'compact'} isBesideMap={isBeside} />
    </>
  )
}

function SideMapSpace() {
  return <div data-side-map className="border-l border-line bg-talavera-soft" />
}

interface ShownProps {
  readonly list: VideoList
  readonly videos: readonly Video[]
  readonly mayEdit: boolean
  readonly compact: boolean
  readonly hasMap: boolean
}

function Shown({ list, videos, mayEdit, compact, hasMap }: ShownProps) {
  const where = useUserLocation()
  const near = where.point
  const { chosen, isFiltered } = useChosen(videos, near)
  const isBeside = useIsDesk() && hasMap
  const opened = useOpenedVideo()
  const selected = opened.detail?.video.id ?? null
  return (
    <>
      <Suspense fallback={<div className="mb-2 h-12" />}>
        <ListFilters {...{ videos, chosen, isFiltered }} total={list.count} />
      </Suspense>
      {hasMap ? (
        <Suspense fallback={isBeside ? <SideMapSpace /> : null}>
          <VideoMap videos={chosen} selected={selected} isBeside={isBeside} onOpen={opened.open} />
        </Suspense>
      ) : null}
      {mayEdit ? (
        <ListBar list={list} videos={videos} near={near} />
      ) : (
        <ChosenBar near={near} listId={list.id} />
      )}
      <VideoGrid
        videos={useCards(chosen)}
        compact={compact}
        near={near}
        isBesideMap={isBeside}
        active={selected}
        canChoose
        onOpen={opened.open}
      />
      {opened.detail ? (
        <VideoDetail
          {...opened.detail}
          near={near}
          onClose={opened.close}
          sharedList={list.access === 'owner' || list.visibility === 'private' ? null : list.id}
        />
      ) : null}
    </>
  )
}

const ListBanner = lazyComponent(() => import('./list-banner.tsx'), 'ListBanner')
const ListLine = lazyComponent(() => import('./list-banner.tsx'), 'ListLine')
const GuestActions = lazyComponent(() => import('./list-banner.tsx'), 'GuestActions')
const ListActions = lazyComponent(() => import('./list-actions.tsx'), 'ListActions')

interface ListHeaderProps extends ListActionsProps {
  readonly videos: readonly Video[]
  /** The button of the map, where the list has one. */
  readonly map: ReactNode
}

/** A link back, the cover, whose list it is, and the actions that the person may take. */
function ListHeader(props: ListHeaderProps) {
  const { list, videos, map } = props
  const session = useSession()
  const isMine = list.access !== 'visitor'
  return (
    <header className="@container mb-6 grid grid-cols-1 gap-3">
      <Link
        href={isMine ? paths.lists : paths.home}
        className="inline-flex min-h-11 items-center gap-2 justify-self-start rounded-xl pr-2 text-sm font-semibold text-talavera-text hover:underline"
      >
        <ArrowLeft aria-hidden className="size-4.5" />
        {isMine ? m.nav_lists() : m.back_home()}
      </Link>
      <div className="grid gap-4 @2xl:grid-cols-[22.5rem_minmax(0,1fr)] @2xl:items-center @2xl:gap-8">
        <Suspense fallback={<div className="h-44 md:h-60" />}>
          <ListBanner list={list} />
        </Suspense>
        <div className="grid min-w-0 gap-1.5">
          <p
            aria-hidden
            className="font-display text-3xl leading-tight font-bold tracking-tight text-balance wrap-anywhere md:text-4xl"
          >
            {listName(list)}
          </p>
          {list.description ? <p className="max-w-prose wrap-anywhere">{list.description}</p> : null}
          <div className="flex flex-wrap items-center gap-x-4">
            <div className="min-h-12 basis-full @2xl:basis-auto">
              <Suspense fallback={null}>
                <ListLine list={list} videos={videos} />
              </Suspense>
            </div>
            {map}
            {list.access === 'owner' ? <ListReports list={list} videos={videos} /> : null}
          </div>
          <Suspense fallback={<div className="h-11" />}>
            {session ? <ListActions {...props} /> : <GuestActions list={list} />}
          </Suspense>
        </div>
      </div>
    </header>
  )
}
