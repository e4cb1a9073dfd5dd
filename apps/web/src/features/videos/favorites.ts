import { m } from '@antojo/i18n/messages'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { listOf, rowsOf, type Rest } from '../../lib/rest.ts'
import { useServices, useSession } from '../../lib/services.tsx'
import { toast } from '../../lib/toasts.ts'

interface Favorites {
  readonly listId: string | null
  readonly ids: ReadonlySet<string>
}

const none: Favorites = { listId: null, ids: new Set() }

export const favoritesKey = 'favorites'

/** The favourites of the signed-in person: the built-in list of that kind. A heart turns at once and back on failure. */
export function useFavorites(): { ids: ReadonlySet<string>; toggle: (videoId: string) => void } {
  const { rest } = useServices()
  const session = useSession()
  const queries = useQueryClient()
  const key = [favoritesKey, session?.user.id ?? null]
  const { data = none } = useQuery({
    queryKey: key,
    queryFn: () => fetchFavorites(rest, session?.user.id ?? ''),
    enabled: session !== null,
  })
  const { mutate } = useMutation({
    mutationFn: async ({ videoId, on, listId }: Turn) => {
      const entries = rest.from('list_videos')
      const entry = { list_id: listId, video_id: videoId }
      const change = on ? entries.insert(entry) : entries.delete().match(entry)
      return rowsOf(await change.select('video_id'))
    },
    // The profile's preview of them is a query of its own.
    onSuccess: () => queries.invalidateQueries({ queryKey: [favoritesKey, 'newest'] }),
    onError: (error, { videoId, on }) => {
      queries.setQueryData<Favorites>(key, (now) => now && turned(now, videoId, !on))
      toast.error(m.save_edit_failed({ msg: error.message }))
    },
  })
  const userId = session?.user.id ?? null
  const toggle = useCallback(
    (videoId: string) => {
      const now = queries.getQueryData<Favorites>([favoritesKey, userId])
      if (!now || now.listId === null) return
      const on = !now.ids.has(videoId)
      queries.setQueryData([favoritesKey, userId], turned(now, videoId, on))
      mutate({ videoId, on, listId: now.listId })
    },
    [queries, userId, mutate],
  )
  return { ids: data.ids, toggle }
}

interface Turn {
  readonly videoId: string
  readonly on: boolean
  readonly listId: string
}

async function fetchFavorites(rest: Rest, userId: string): Promise<Favorites> {
  const lists = listOf(
    await rest
      .from('video_lists')
      .select('id,list_videos(video_id)')
      .eq('user_id', userId)
      .eq('kind', 'favorites')
      .limit(1),
  )
  const list = lists[0]
  if (typeof list !== 'object' || list === null || !('id' in list) || typeof list.id !== 'string') return none
  const entries: readonly unknown[] =
    'list_videos' in list && Array.isArray(list.list_videos) ? list.list_videos : []
  return { listId: list.id, ids: new Set(entries.flatMap(videoIdOf)) }
}

function videoIdOf(entry: unknown): string[] {
  const isEntry = typeof entry === 'object' && entry !== null && 'video_id' in entry
  return isEntry && typeof entry.video_id === 'string' ? [entry.video_id] : []
}

function turned(favorites: Favorites, videoId: string, on: boolean): Favorites {
  const ids = new Set(favorites.ids)
  if (on) ids.add(videoId)
  else ids.delete(videoId)
  return { ...favorites, ids }
}
