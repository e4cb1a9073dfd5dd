import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { favoriteKeys } from '../../../entities/list/favorites.ts'
import { fetchVideosById, videoKeys } from '../../../entities/video/query.ts'
import { useVideoCache } from '../../../entities/video/video-cache.ts'
import { isEnriching, isOpenVideo, type Video } from '../../../entities/video/video.ts'
import { useServices } from '../../../lib/services.tsx'

/** How often rows that are being enriched are read again. */
const POLL_INTERVAL_MS = 1500
const MAX_POLLS = 40

/** Follows the background enrichment of these videos and shows its results as they come. */
export function FollowEnrichment({ videos }: { readonly videos: readonly Video[] }) {
  const { rest } = useServices()
  const queries = useQueryClient()
  const cache = useVideoCache()
  const ids = useMemo(() => videos.filter(isEnriching).map(({ id }) => id), [videos])
  const { data } = useQuery({
    queryKey: videoKeys.enriching(ids),
    queryFn: () => fetchVideosById(rest, ids),
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
    // These have rows of their own; a list reads its own again by itself.
    if (data?.some((video) => !isEnriching(video)))
      for (const queryKey of [favoriteKeys.allNewest, videoKeys.beside])
        void queries.invalidateQueries({ queryKey })
  }, [data, cache, queries])
  return null
}
