import { isSearchable } from '@antojo/domain/search-text'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { nameKey } from '@antojo/domain/text'
import { cuisineName } from '../labels.ts'
import { chosenCuisines, type VideoPage, type VideoQuery } from '../query.ts'
import { videoKeys } from '../video-keys.ts'
import { openOnes } from './open-now.ts'
import { isOpenVideo, type Video } from '../video.ts'

/** Replaces the server's search while offline. Throws `cause` when no video was loaded. */
export function searchCopy(queries: QueryClient, query: VideoQuery, cause: unknown): VideoPage {
  const queryKey = videoKeys.ofViewer(query.userId)
  const pages = queries
    .getQueriesData<InfiniteData<VideoPage>>({ queryKey })
    .flatMap(([, data]) => data?.pages ?? [])
  const loaded = new Map(pages.flatMap(({ videos }) => videos.map((video) => [video.id, video])))
  // Right after an offline start, the copy may still be loading: then the next attempt finds it.
  if (loaded.size === 0) throw cause
  return { videos: searchLoaded([...loaded.values()], query), next: null }
}

/** Applies the same filters to the loaded videos, newest first. */
export function searchLoaded(videos: readonly Video[], query: VideoQuery): readonly Video[] {
  const text = isSearchable(query.text) ? nameKey(query.text) : ''
  const location = nameKey(query.location)
  const cuisines = chosenCuisines(query.cuisine)
  return (query.openNow ? openOnes(videos) : videos)
    .filter((video) => isOpenVideo(video) === query.isOpen)
    .filter(
      ({ platform, title, place }) =>
        (query.platform === 'all' || platform === query.platform) &&
        (cuisines.length === 0 || cuisines.some((key) => place.cuisines.includes(key))) &&
        nameKey(place.location ?? '').includes(location) &&
        nameKey(
          [title, place.name, ...place.cuisines, ...place.cuisines.map(cuisineName)].join(' '),
        ).includes(text),
    )
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
}
