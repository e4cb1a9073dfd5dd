import type { VideoQuery } from '../query.ts'

/** The places of a search on a map. */
export interface MapSpots<Spot = { readonly video: string }> {
  readonly spots: readonly Spot[]
  /** Ids of the videos without a point for their place. */
  readonly unplaced: readonly string[]
}

/** The cache keys of maps, apart from those of videos because the first load does not need them. */
export const mapKeys = {
  all: ['map-places'],
  /** Without sort and location, which do not change what a map shows. */
  spots: (query: VideoQuery | null) => [...mapKeys.all, query && { ...query, near: null, sort: null }],
} as const
