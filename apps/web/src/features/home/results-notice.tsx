import { m } from '@antojo/i18n/messages'
import { useEffect, useRef } from 'react'
import type { UserLocation } from '../../lib/device/user-location.ts'
import { useSettings } from '../../lib/storage/settings-store.tsx'
import { STORAGE_KEYS } from '../../lib/storage/storage-keys.ts'
import { toast } from '../../lib/view/toasts.ts'
import type { VideoQuery } from '../../entities/video/query.ts'
import { HiddenNotice } from './hidden-notice.tsx'
import type { useVideos } from '../../entities/video/use-videos.ts'

interface ResultsNoticeProps {
  readonly result: ReturnType<typeof useVideos>
  /** Counts the submitted searches. */
  readonly submitted: number
  readonly where: UserLocation
  /** The search with the settings. */
  readonly query: VideoQuery
  /** Whether the videos that the settings hide are shown too. */
  readonly isAllShown: boolean
}

/**
 * Announces the number of results of a submitted search, a failed load, and once that the location is missing. Shows how many
 * videos the settings hide.
 */
export function ResultsNotice({ result, submitted, where, query, isAllShown }: ResultsNoticeProps) {
  const { default_sort: sort } = useSettings()
  const isNearestMissed = sort === 'distance' && where.kind === 'denied' && result.videos.length > 0
  useEffect(() => {
    if (!isNearestMissed || localStorage.getItem(STORAGE_KEYS.noLocationTold)) return
    localStorage.setItem(STORAGE_KEYS.noLocationTold, '1')
    toast.info(m.sort_no_location())
  }, [isNearestMissed])
  const told = useRef(submitted)
  const { isFetching, isError, videos } = result
  // Before the next effect, so that a failed search is one notice.
  useEffect(() => {
    if (isError && told.current === submitted) toast.error(m.videos_failed())
  }, [isError, submitted])
  useEffect(() => {
    if (isFetching || told.current === submitted) return
    told.current = submitted
    if (isError) toast.error(m.search_failed())
    else toast.info(m.results_found({ n: videos.length }))
  }, [submitted, isFetching, isError, videos.length])
  if (query.userId === null) return null
  return <HiddenNotice query={query} isAllShown={isAllShown} loadedAt={result.dataUpdatedAt} />
}
