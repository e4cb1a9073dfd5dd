import type { VideoQuery } from './query.ts'

/** The cache keys of videos. Refreshing a key refreshes every key that begins with it. */
export const videoKeys = {
  all: ['videos'],
  ofViewer: (userId: string | null) => [...videoKeys.all, userId],
  search: (query: VideoQuery) => [...videoKeys.ofViewer(query.userId), query],
  /** Apart from `enriching`, whose rows are newer: what one of them read must not undo what the other one showed. */
  followed: (ids: readonly string[]) => ['followed', ids],
  enriching: (ids: readonly string[]) => ['enriching', ids],
  places: (videoId: string) => ['video-places', videoId],
} as const
