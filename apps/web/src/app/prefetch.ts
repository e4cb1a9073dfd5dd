import type { Settings } from '@antojo/domain/settings'
import { favoritesOf } from '../entities/list/favorites.ts'
import { queryOf } from '../entities/video/query.ts'
import { videosOf } from '../entities/video/use-videos.ts'
import { ownFaceOf } from '../features/profile/api.ts'
import { parseSearch, paths } from '../lib/navigation/navigation.ts'
import { entryAt, type Entry } from '../lib/navigation/screens.ts'
import { lastLocation } from '../lib/device/last-location.ts'
import type { Services } from '../lib/services.tsx'

type Prefetch = (services: Services, settings: Settings, userId: string | null) => void | Promise<void>

const prefetches: Readonly<Record<Entry, Prefetch | null>> = {
  home(services, settings, userId) {
    const { queries, rest } = services
    const asked = parseSearch(new URLSearchParams(location.search))
    const near = userId === null ? null : lastLocation()
    void queries.prefetchInfiniteQuery(videosOf(services, queryOf(settings, userId, asked, near)))
    if (userId === null) return
    void queries.prefetchQuery(favoritesOf(rest, userId))
    void queries.prefetchQuery(ownFaceOf(rest, userId))
  },
  async list({ queries, rest }, _settings, userId) {
    const { firstVideosQuery, listQuery } = await import('../entities/list/lists-api.ts')
    const id = decodeURIComponent(location.pathname.slice(paths.list('').length))
    void queries.prefetchQuery(listQuery(rest, id, userId))
    void queries.prefetchQuery(firstVideosQuery(rest, id, userId))
  },
  'sign-in': null,
  find: null,
}

/** Requests the data of the first screen before its code has loaded. The screen later reads the same queries. */
export async function prefetchEntry(services: Services, settings: Settings): Promise<void> {
  const userId = services.session.current()?.user.id ?? null
  const entry = entryAt(location.pathname, userId !== null)
  if (entry) await prefetches[entry]?.(services, settings, userId)
}
