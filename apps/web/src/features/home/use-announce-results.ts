import { m } from '@antojo/i18n/messages'
import { useEffect, useRef } from 'react'
import { toast } from '../../lib/view/toasts.ts'
import type { useVideos } from '../../entities/video/use-videos.ts'

/** After a search that was sent on purpose, how many were found; and that loading failed, when it did. */
export function useAnnounceResults(result: ReturnType<typeof useVideos>, submitted: number): void {
  const told = useRef(submitted)
  const { isFetching, isError, videos } = result
  useEffect(() => {
    if (isFetching || told.current === submitted) return
    told.current = submitted
    if (isError) toast.error(m.search_failed())
    else toast.info(m.results_found({ n: videos.length }))
  }, [submitted, isFetching, isError, videos.length])
  useEffect(() => {
    if (isError) toast.error(m.videos_failed())
  }, [isError])
}
