import { m } from '@antojo/i18n/messages'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { useServices } from '../../lib/services.tsx'
import { announceVideo } from './announce-video.ts'
import { useVideoCache } from './video-cache.ts'
import { videoKeys, fetchVideosById } from './query.ts'
import type { Video } from './video.ts'

/** How often open rows are read again: those being analysed or just added, and the others. */
const FRESH_INTERVAL_MS = 3000
const LATER_INTERVAL_MS = 60_000
const FRESH_FOR_MS = 5 * 60_000
const RUNNING_FOR_MS = 60 * 60_000
/** Rows that are followed, the newest first. */
const MAX_FOLLOWED = 50

/** Follows the analyses that go on without the person. A place that was found appears at once, and is announced. */
export function useFollowOpen(videos: readonly Video[], isPaused: boolean): void {
  const { rest } = useServices()
  const cache = useVideoCache()
  const ids = useMemo(() => videos.slice(0, MAX_FOLLOWED).map(({ id }) => id), [videos])
  const { data } = useQuery({
    queryKey: videoKeys.followed(ids),
    queryFn: () => fetchVideosById(rest, ids),
    enabled: ids.length > 0 && !isPaused,
    staleTime: 0,
    // Cached rows would overwrite later answers.
    gcTime: 0,
    meta: { keepOffline: false },
    refetchInterval: ({ state }) =>
      state.status !== 'error' && videos.some(isFresh) ? FRESH_INTERVAL_MS : LATER_INTERVAL_MS,
  })
  const compare = useEffectEvent((rows: readonly Video[]) => {
    for (const video of rows) {
      const before = videos.find(({ id }) => id === video.id)
      if (!before || isSameState(before, video)) continue
      if (video.identifyState !== 'identified') cache.replace(video)
      else {
        cache.putFirst(video)
        cache.announce()
        announceVideo(m.open_found({ name: video.place.name ?? '' }), video)
      }
    }
  })
  useEffect(() => {
    if (data) compare(data)
  }, [data])
}

function isSameState(a: Video, b: Video): boolean {
  return a.identifyState === b.identifyState && a.identifyArea === b.identifyArea
}

function isFresh({ identifyState, createdAt }: Video): boolean {
  const age = Date.now() - createdAt.getTime()
  return age < (identifyState === 'running' ? RUNNING_FOR_MS : FRESH_FOR_MS)
}
