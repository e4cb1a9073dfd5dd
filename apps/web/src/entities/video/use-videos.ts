import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { isUnreached } from '../../lib/device/online.ts'
import { pendingDeletions } from '../../lib/storage/deletions.ts'
import { useServices, type Services } from '../../lib/services.tsx'
import { fetchVideos, FIRST_CURSOR, type VideoPage, type VideoQuery } from './query.ts'
import { videoKeys } from './video-keys.ts'
import { isOpenVideo, type Video } from './video.ts'

/** Loads the videos of a query, page by page. Offline, it searches the videos that were loaded before. */
export function videosOf({ rest, queries }: Services, query: VideoQuery) {
  return infiniteQueryOptions({
    queryKey: videoKeys.search(query),
    queryFn: async ({ pageParam, signal }): Promise<VideoPage> => {
      try {
        const fetchPage =
          query.openNow || query.within
            ? (await import('./queries/open-now.ts')).fetchOpenVideos
            : fetchVideos
        return await fetchPage(rest, query, pageParam, signal)
      } catch (cause) {
        if (!isUnreached() || pageParam !== FIRST_CURSOR) throw cause
        const { searchCopy } = await import('./queries/search-loaded.ts')
        return searchCopy(queries, query, cause)
      }
    },
    initialPageParam: FIRST_CURSOR,
    getNextPageParam: (page: VideoPage) => page.next,
  })
}

/** The videos of a query. While another query loads, the previous videos stay. */
export function useVideos(query: VideoQuery, { enabled = true } = {}) {
  const services = useServices()
  const { queries } = services
  useEffect(() => {
    const again = () => void queries.invalidateQueries({ queryKey: videoKeys.all })
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [queries])
  const { isOpen } = query
  const options = { ...videosOf(services, query), placeholderData: keepPreviousData, enabled }
  const result = useInfiniteQuery(options)
  const videos = useMemo(
    () =>
      distinct(result.data?.pages.flatMap((page) => page.videos) ?? []).filter(
        // A video that changed its state is in the cache of both.
        (video) => isOpenVideo(video) === isOpen,
      ),
    [result.data, isOpen],
  )
  return { ...result, videos }
}

/** The first video of each key, without those that the person deleted. */
export function distinct(
  videos: readonly Video[],
  keyOf: (video: Video) => string = ({ id }) => id,
): readonly Video[] {
  const seen = new Set(pendingDeletions())
  return videos.filter((video) => {
    const key = keyOf(video)
    return !seen.has(key) && seen.add(key)
  })
}
