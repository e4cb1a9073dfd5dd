import { CUISINE_FILTERS } from '@antojo/domain/cuisine-labels'
import { isSearchable } from '@antojo/domain/search-text'
import { nameKey } from '@antojo/domain/text'
import { cuisineName } from '../labels.ts'
import { isCuisineFilter, isOpenNow, type VideoQuery } from '../query.ts'
import { isOpenVideo, type Video } from '../video.ts'

/** Replaces the server's search while offline: applies the same filters to the loaded videos, newest first. */
export function searchLoaded(videos: readonly Video[], query: VideoQuery): readonly Video[] {
  const text = isSearchable(query.text) ? nameKey(query.text) : ''
  const location = nameKey(query.location)
  const cuisines = isCuisineFilter(query.cuisine) ? CUISINE_FILTERS[query.cuisine] : []
  return videos
    .filter((video) => isOpenVideo(video) === query.isOpen && (!query.openNow || isOpenNow(video)))
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
