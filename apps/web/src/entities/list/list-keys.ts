/** The cache keys of lists. Refreshing a key refreshes every key that begins with it. */
export const listKeys = {
  allMine: ['lists'],
  mine: (userId: string) => [...listKeys.allMine, userId],
  allOpened: ['list'],
  opened: (id: string, userId: string | null) => [...listKeys.allOpened, id, userId],
  allVideos: (id: string) => ['list-videos', id],
  videos: (id: string, userId: string | null) => [...listKeys.allVideos(id), userId],
  invitation: (token: string) => ['list-invitation', token],
  allPeople: ['list-people'],
  people: (id: string) => [...listKeys.allPeople, id],
  comments: (id: string, userId: string | null) => ['list-comments', id, userId],
  /** The lists that hold a video. */
  holding: (videoId: string) => ['lists-of-video', videoId],
  /** The built-in lists, and whether each holds a video. */
  builtIn: (userId: string, videoId: string) => ['built-in-of', userId, videoId],
} as const
