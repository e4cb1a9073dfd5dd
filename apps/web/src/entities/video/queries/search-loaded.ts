import { isSearchable } from '@antojo/domain/search-text'
import { hasWords, searchWords } from '@antojo/domain/search/search-words'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { nameKey } from '@antojo/domain/text'
import { cuisineName } from '../labels.ts'
import { chosenCuisines, type VideoPage, type VideoQuery, videoKeys } from '../query.ts'
import { chosenOnes } from './open-now.ts'
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

/** Applies the same filters to the loaded videos: those with the text in the name first, then the newest. */
export function searchLoaded(videos: readonly Video[], query: VideoQuery): readonly Video[] {
  const text = isSearchable(query.text) ? nameKey(query.text) : ''
  const words = searchWords(isSearchable(query.text) ? query.text : '')
  const isNamed = ({ place }: Video) => Number(text !== '' && nameKey(place.name ?? '').includes(text))
  const location = nameKey(query.location)
  const cuisines = chosenCuisines(query.cuisine)
  return chosenOnes(videos, query)
    .filter((video) => isOpenVideo(video) === query.isOpen)
    .filter(
      ({ platform, place }) =>
        (query.platform === 'all' || platform === query.platform) &&
        (query.prices.length === 0 || (place.price !== null && query.prices.includes(place.price))) &&
        (cuisines.length === 0 || cuisines.some((key) => place.cuisines.includes(key))) &&
        nameKey(place.location ?? '').includes(location),
    )
    .filter((video) => {
      const key = nameKey(textOf(video))
      return (text !== '' && key.includes(text)) || hasWords(key, words)
    })
    .toSorted((a, b) => isNamed(b) - isNamed(a) || b.createdAt.getTime() - a.createdAt.getTime())
}

function textOf({ title, place, dish }: Video): string {
  const { name, address, location, cuisines } = place
  return [name, title, dish.name, address, location, ...cuisines, ...cuisines.map(cuisineName)].join(' ')
}
