import { m } from '@antojo/i18n/messages'
import { useEffect, useRef } from 'react'
import { toast } from '../../lib/view/toasts.ts'
import type { useVideos } from '../../entities/video/use-videos.ts'

interface ResultsNoticeProps {
  readonly result: ReturnType<typeof useVideos>
  /** Counts the submitted searches. */
  readonly submitted: number
}

/** Announces the number of results of a submitted search, and a failed load. */
export function ResultsNotice({ result, submitted }: ResultsNoticeProps): null {
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
  return null
}
