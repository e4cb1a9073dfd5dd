import { useInfiniteQuery, keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useServices } from '../../lib/services.tsx'
import { fetchVideos, start, type VideoQuery } from './query.ts'
import type { Video } from './video.ts'

export const videosKey = 'videos'

/** The videos of a query, page by page; while another query loads, what was shown stays. */
export function useVideos(query: VideoQuery) {
  const { rest } = useServices()
  const result = useInfiniteQuery({
    queryKey: [videosKey, query.userId, query],
    queryFn: ({ pageParam, signal }) => fetchVideos(rest, query, pageParam, signal),
    initialPageParam: start,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  })
  const videos = useMemo(
    () => distinct(result.data?.pages.flatMap((page) => page.videos) ?? []),
    [result.data],
  )
  return { ...result, videos }
}

function distinct(videos: readonly Video[]): readonly Video[] {
  const seen = new Set<string>()
  return videos.filter((video) => {
    if (seen.has(video.id)) return false
    seen.add(video.id)
    return true
  })
}
