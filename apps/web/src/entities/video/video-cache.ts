import { useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { announceChange, onOtherChange } from '../../lib/device/other-tabs.ts'
import { favoriteKeys } from '../list/favorites.ts'
import { CARD_MARKS } from './queries/card-marks.ts'
import { type VideoPage, videoKeys } from './query.ts'
import type { Video } from './video.ts'

type Loaded = InfiniteData<VideoPage>

type Edit = (videos: readonly Video[], page: number) => readonly Video[]

/** Changes all loaded pages of videos. */
export function changeVideos(queries: QueryClient, edit: Edit): void {
  queries.setQueriesData<Loaded>(
    { queryKey: videoKeys.all },
    (loaded) =>
      loaded && {
        ...loaded,
        pages: loaded.pages.map((page, index) => ({ ...page, videos: edit(page.videos, index) })),
      },
  )
}

/** Changes the loaded videos, so that the screen shows a change before the server confirms it. */
export function videoCache(queries: QueryClient) {
  const change = (edit: Edit) => changeVideos(queries, edit)
  return {
    /** Moves or adds the video to the top. It takes its place of the order when the grid is opened again. */
    putFirst: (video: Video) => {
      change((videos, page) => {
        const others = videos.filter(({ id }) => id !== video.id)
        return page === 0 ? [video, ...others] : others
      })
      void queries.invalidateQueries({ queryKey: videoKeys.all, refetchType: 'none' })
      void queries.invalidateQueries({ queryKey: CARD_MARKS })
    },
    replace: (video: Video) => change((videos) => videos.map((old) => (old.id === video.id ? video : old))),
    /** Announces to the other tabs that the collection changed. */
    announce: announceChange,
  }
}

export type VideoCache = ReturnType<typeof videoCache>

export function useVideoCache(): VideoCache {
  const queries = useQueryClient()
  return useMemo(() => videoCache(queries), [queries])
}

/** Loads the collection and its hearts again when another tab changed them. */
export function useFollowOtherTabs(): void {
  const queries = useQueryClient()
  useEffect(
    () =>
      onOtherChange(() => {
        for (const queryKey of [videoKeys.all, favoriteKeys.all, CARD_MARKS])
          void queries.invalidateQueries({ queryKey })
      }),
    [queries],
  )
}
