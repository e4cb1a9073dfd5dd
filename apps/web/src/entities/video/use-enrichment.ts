import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useServices } from '../../lib/services.tsx'
import { useVideoCache } from './video-cache.ts'
import { videoKeys, fetchVideosById } from './query.ts'
import { isOpenVideo, type Video } from './video.ts'

/** How often rows that are being enriched are read again. */
const POLL_INTERVAL_MS = 1500
const MAX_POLLS = 40

/** Follows the background enrichment of these videos and shows its results as they come. */
export function useFollowEnrichment(videos: readonly Video[]): void {
  const { rest } = useServices()
  const cache = useVideoCache()
  const ids = useMemo(() => videos.filter(isEnriching).map(({ id }) => id), [videos])
  const { data } = useQuery({
    queryKey: videoKeys.enriching(ids),
    queryFn: () => fetchVideosById(rest, ids),
    enabled: ids.length > 0,
    staleTime: 0,
    // Cached rows would overwrite later corrections.
    gcTime: 0,
    meta: { keepOffline: false },
    refetchInterval: ({ state }) =>
      state.dataUpdateCount + state.errorUpdateCount < MAX_POLLS ? POLL_INTERVAL_MS : false,
  })
  useEffect(() => {
    // A row that was read before its place was known would take the video out of the collection again.
    for (const video of data ?? []) if (!isOpenVideo(video)) cache.replace(video)
  }, [data, cache])
}

export function isEnriching(video: Video): boolean {
  return video.enrichState === 'pending' || video.enrichState === 'running'
}
