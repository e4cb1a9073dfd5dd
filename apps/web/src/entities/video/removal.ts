import type { QueryClient } from '@tanstack/react-query'
import { announceChange } from '../../lib/device/other-tabs.ts'
import { changeVideos } from './video-cache.ts'
import { CARD_MARKS } from './queries/card-marks.ts'
import { mapKeys, type MapSpots } from './queries/map-spots.ts'
import { videoKeys } from './query.ts'

/** Takes deleted videos off the screen before the server confirms it. */
export function removalFrom(queries: QueryClient) {
  const countAgain = () => void queries.invalidateQueries({ queryKey: CARD_MARKS })
  return {
    /** Off the grids and the maps, of which the copy for offline use holds those of earlier searches too. */
    remove: (id: string) => {
      changeVideos(queries, (videos) => videos.filter((video) => video.id !== id))
      queries.setQueriesData<MapSpots>(
        { queryKey: mapKeys.all },
        (map) =>
          map && {
            spots: map.spots.filter(({ video }) => video !== id),
            unplaced: map.unplaced.filter((video) => video !== id),
          },
      )
      countAgain()
    },
    /** Saves what is loaded and returns a function that restores it. */
    remember: () => {
      const before = [videoKeys.all, mapKeys.all].flatMap((queryKey) => queries.getQueriesData({ queryKey }))
      return () => {
        for (const [key, value] of before) queries.setQueryData(key, value)
        countAgain()
      }
    },
    /** Announces to the other tabs that the collection changed. */
    announce: announceChange,
  }
}

export type Removal = ReturnType<typeof removalFrom>
