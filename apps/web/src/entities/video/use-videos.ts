import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { isUnreached } from '../../lib/device/online.ts'
import { pendingDeletions } from '../../lib/storage/deletions.ts'
import { useServices, type Services } from '../../lib/services.tsx'
import { useSettings } from '../../lib/storage/settings-store.tsx'
import { fetchVideos, FIRST_CURSOR, type VideoPage, type VideoQuery, videoKeys } from './query.ts'
import { isOpenVideo, placeKeyOf, type Video } from './video.ts'

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

/** The cards of the videos: one for each place, unless the person wants to see each video. */
export function useCards(videos: readonly Video[]): readonly Video[] {
  const { each_video } = useSettings()
  return useMemo(() => (each_video ? videos : distinct(videos, placeKeyOf)), [each_video, videos])
}

/**
 * The first video of each key, without those that the person deleted. It carries the pictures of the others, and theirs
 * when it has none.
 */
export function distinct(
  videos: readonly Video[],
  keyOf: (video: Video) => string = ({ id }) => id,
): readonly Video[] {
  const kept = new Map<string, Video>()
  for (const video of videos) {
    const key = keyOf(video)
    const first = kept.get(key) ?? video
    const { images, film = images.slice(0, 1) } = first
    const [image] = video.images
    const isSame = first.id === video.id || image === undefined
    kept.set(key, isSame ? first : { ...first, images: [...images, image], film: [...film, image] })
  }
  for (const id of pendingDeletions()) kept.delete(id)
  return [...kept.values()]
}
