import type { Settings } from '@antojo/domain/settings'
import { ownPictureOf } from '../features/profile/api.ts'
import { favoritesOf } from '../entities/list/favorites.ts'
import { queryOf } from '../entities/video/query.ts'
import { videosOf } from '../entities/video/use-videos.ts'
import { entryScreen } from '../lib/navigation/entry-route.ts'
import { noSearch, parseMapSearch, paths } from '../lib/navigation/navigation.ts'
import type { Services } from '../lib/services.tsx'

/** Asks the server for what the first screen shows, before the code of the screen is there. The screen asks the same. */
export async function prefetchEntryRoute(services: Services, settings: Settings): Promise<void> {
  const { queries, rest, session } = services
  const userId = session.current()?.user.id ?? null
  const { pathname, search } = location
  switch (entryScreen()) {
    case 'home': {
      const asked = pathname === paths.map ? parseMapSearch(new URLSearchParams(search)) : noSearch
      void queries.prefetchInfiniteQuery(videosOf(services, queryOf(settings, userId, asked)))
      if (userId === null) return
      void queries.prefetchQuery(favoritesOf(rest, userId))
      void queries.prefetchQuery(ownPictureOf(rest, userId))
      return
    }
    case 'list': {
      const { listQuery, listVideosQuery } = await import('../entities/list/lists-api.ts')
      const id = decodeURIComponent(pathname.slice(paths.list('').length))
      void queries.prefetchQuery(listQuery(rest, id, userId))
      void queries.prefetchQuery(listVideosQuery(rest, id, userId))
      return
    }
    default:
  }
}
