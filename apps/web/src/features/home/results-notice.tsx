import { distanceKm, type Point } from '@antojo/domain/distance'
import { m } from '@antojo/i18n/messages'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Settings } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { countHidden } from '../../entities/video/queries/hidden-videos.ts'
import { isUnreached } from '../../lib/device/online.ts'
import { useServices } from '../../lib/services.tsx'
import type { UserLocation } from '../../lib/device/user-location.ts'
import { useSettings } from '../../lib/storage/settings-store.tsx'
import { STORAGE_KEYS } from '../../lib/storage/stored.ts'
import { lateComponent } from '../../lib/view/lazy-component.tsx'
import { toast } from '../../lib/view/toasts.ts'
import type { VideoQuery } from '../../entities/video/query.ts'
import type { useVideos } from '../../entities/video/use-videos.ts'

const NewsNotice = lateComponent(() => import('./news-notice.tsx'), 'NewsNotice')

interface ResultsNoticeProps {
  readonly mode: 'home' | 'map'
  readonly result: ReturnType<typeof useVideos>
  /** Counts the submitted searches. */
  readonly submitted: number
  readonly where: UserLocation
  /** The point by which the videos are sorted. */
  readonly near: Point | null
  readonly onNear: (near: Point) => void
  readonly onSearch: (text: string) => void
  /** The search with the settings. */
  readonly query: VideoQuery
  /** Whether the videos that the settings hide are shown too. */
  readonly isAllShown: boolean
}

/**
 * Announces the number of results of a submitted search, a failed load, and once that the location is missing. Shows how many
 * videos the settings hide.
 */
export function ResultsNotice(props: ResultsNoticeProps) {
  const { result, submitted, where, query, isAllShown } = props
  useOfferNearest(props)
  const { default_sort: sort } = useSettings()
  const isNearestMissed = sort === 'distance' && where.kind === 'denied' && result.videos.length > 0
  useEffect(() => {
    if (!isNearestMissed || localStorage.getItem(STORAGE_KEYS.noLocationTold)) return
    localStorage.setItem(STORAGE_KEYS.noLocationTold, '1')
    toast.info(m.sort_no_location())
  }, [isNearestMissed])
  const told = useRef(submitted)
  const { isFetching, isError, videos, hasNextPage: hasMore } = result
  // Before the next effect, so that a failed search is one notice.
  useEffect(() => {
    // Offline, the page says so already, and the videos are there.
    if (isError && told.current === submitted && !isUnreached()) toast.error(m.videos_failed())
  }, [isError, submitted])
  useEffect(() => {
    if (isFetching || told.current === submitted) return
    told.current = submitted
    if (isError) toast.error(m.search_failed())
    else if (!hasMore) toast.info(m.results_found({ n: videos.length }))
  }, [submitted, isFetching, isError, hasMore, videos.length])
  if (query.userId === null) return null
  return (
    <>
      <NewsNotice userId={query.userId} onSearch={props.onSearch} />
      <HiddenNotice query={query} isAllShown={isAllShown} loadedAt={result.dataUpdatedAt} />
    </>
  )
}

/** From this distance on, the order of another place is offered. */
const MOVED_KM = 1
const OFFER_MS = 8000

/** Sorts by a location that arrived before the videos; for one that arrived later, offers to. */
function useOfferNearest({ mode, result, where, near, onNear, query }: ResultsNoticeProps): void {
  const { default_sort: sort } = useSettings()
  const point = query.userId !== null && sort === 'distance' ? where.point : null
  const isNew = point !== null && (near === null || distanceKm(near, point) > MOVED_KM)
  // The list of the map page changes with the map anyway, and the notice would cover it.
  const isShown = mode === 'home' && result.videos.length > 1
  const offer = useEffectEvent((to: Point) => {
    // The nearest first is what a person wants who asked for what is near.
    if (!isShown || query.within) return onNear(to)
    toast.info(m.sort_near_found(), {
      duration: OFFER_MS,
      action: { label: m.sort_distance(), run: () => onNear(to) },
    })
  })
  useEffect(() => {
    if (isNew && point !== null) offer(point)
  }, [isNew, point])
}

/** Above it the notice says "99+". */
const MAX_COUNTED = 99

interface HiddenNoticeProps {
  /** The search with the settings. */
  readonly query: VideoQuery
  readonly isAllShown: boolean
  /** When the grid was loaded; later, the number is read again. */
  readonly loadedAt: number
}

/** Says how many videos of the search the settings hide, and shows them after one press. The address keeps the choice. */
function HiddenNotice({ query, isAllShown, loadedAt }: HiddenNoticeProps) {
  const { rest } = useServices()
  const [params, setParams] = useSearchParams()
  const { data: count = 0 } = useQuery({
    queryKey: ['hidden-videos', { ...query, near: null, sort: null }, loadedAt],
    queryFn: ({ signal }) => countHidden(rest, query, MAX_COUNTED + 1, signal),
    enabled: loadedAt > 0,
    placeholderData: keepPreviousData,
  })
  if (count === 0) return null
  const n = count > MAX_COUNTED ? `${MAX_COUNTED}+` : count
  const turn = () => {
    const next = new URLSearchParams(params)
    if (isAllShown) next.delete('show')
    else next.set('show', 'all')
    setParams(next, { replace: true })
  }
  return (
    <output className="mb-2 flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
      <Settings aria-hidden className="size-4.5 shrink-0" />
      <span>{isAllShown ? m.hidden_shown({ n }) : m.hidden_count({ n })}</span>
      <button
        type="button"
        onClick={turn}
        className="min-h-9 rounded-lg font-semibold text-chile-text underline underline-offset-2 touch:min-h-11"
      >
        {isAllShown ? m.hidden_hide() : m.hidden_show()}
      </button>
    </output>
  )
}
