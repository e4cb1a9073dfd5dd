import { m } from '@antojo/i18n/messages'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
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
    mutationFn: async (videoId: string) => {
      if (data.listId === null) throw new Error('no favourites list')
      const entries = rest.from('list_videos')
      if (data.ids.has(videoId))
        return rowsOf(
          await entries.delete().match({ list_id: data.listId, video_id: videoId }).select('video_id'),
        )
      return rowsOf(await entries.insert({ list_id: data.listId, video_id: videoId }).select('video_id'))
    },
    onMutate: async (videoId) => {
      await queries.cancelQueries({ queryKey: key })
      queries.setQueryData<Favorites>(key, toggled(data, videoId))
      return data
    },
    onError: (error, _, before) => {
      if (before) queries.setQueryData(key, before)
      toast.error(m.save_edit_failed({ msg: error.message }))
    },
  })
  return { ids: data.ids, toggle: (videoId) => mutate(videoId) }
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

function toggled(favorites: Favorites, videoId: string): Favorites {
  const ids = new Set(favorites.ids)
  if (!ids.delete(videoId)) ids.add(videoId)
  return { ...favorites, ids }
}
