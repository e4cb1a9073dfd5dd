import { m } from '@antojo/i18n/messages'
import { queryOptions, useMutation, useMutationState, useQuery, type Mutation } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { isRecord } from '@antojo/domain/unknown-values'
import { announceChange } from '../../lib/device/other-tabs.ts'
import { isUnreached } from '../../lib/device/online.ts'
import { listOf, rowsOf, strings, type Rest, errorMessage } from '../../lib/api/rest.ts'
import { useServices, useSession, type Services } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'

interface Favorites {
  readonly listId: string | null
  readonly ids: ReadonlySet<string>
}

/** The change that a press on a heart requests. */
interface Turn {
  readonly userId: string
  readonly videoId: string
  readonly on: boolean
}

const none: Favorites = { listId: null, ids: new Set() }

/** The cache keys of favourites, separate from those of other lists because the first load needs them. */
export const favoriteKeys = {
  all: ['favorites'],
  ids: (userId: string) => [...favoriteKeys.all, userId],
  allNewest: ['favorites', 'newest'],
  newest: (listId: string | undefined) => [...favoriteKeys.allNewest, listId],
} as const
const TURN_KEY = ['turn-favorite']

/**
 * Registers once how a favourite is set or removed. A press before the list has loaded waits for it; an offline press is kept
 * in the offline copy and sent when the network returns, even after a reload.
 */
export function registerFavoriteMutation({ queries, rest }: Pick<Services, 'queries' | 'rest'>): void {
  queries.setMutationDefaults(TURN_KEY, {
    // One after another, so that the last press wins.
    scope: { id: 'favorites' },
    mutationFn: async ({ userId, videoId, on }: Turn) => {
      const { listId } = await queries.ensureQueryData(favoritesOf(rest, userId))
      if (listId === null) throw new Error(m.reason_unknown())
      const entry = { list_id: listId, video_id: videoId }
      return rowsOf(
        on
          ? await rest
              .from('list_videos')
              .upsert(entry, { onConflict: 'list_id,video_id' })
              .select('video_id')
          : await rest.rpc('take_place_out', entry),
      )
    },
    onSuccess: async (_rows: unknown, turn: Turn) => {
      const { queryKey } = favoritesOf(rest, turn.userId)
      // A response that is on its way may be older than this change.
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, (now) => now && turned(now, turn))
      announceChange()
      // The other videos of the place, and the preview of the profile.
      await queries.invalidateQueries({ queryKey: favoriteKeys.all })
    },
    // Offline, it waits for the next attempt, which may be after the next start.
    retry: isUnreached,
    onError: (error) => toast.error(m.save_edit_failed({ msg: errorMessage(error) })),
  })
}

/** The videos whose places are favourites of the signed-in person: those in the built-in list of that kind. A change shows at once and is undone on failure. */
export function useFavorites(): { ids: ReadonlySet<string>; turn: (videoId: string, on: boolean) => void } {
  const { rest } = useServices()
  const userId = useSession()?.user.id ?? ''
  const { data = none } = useQuery({ ...favoritesOf(rest, userId), enabled: userId !== '' })
  const waiting = useMutationState({
    filters: { mutationKey: TURN_KEY, status: 'pending' },
    select: ({ state }: Mutation<unknown, Error, Turn>) => state.variables,
  })
  const ids = useMemo(
    () => waiting.reduce((now, turn) => (turn ? turned(now, turn) : now), data).ids,
    [data, waiting],
  )
  const { mutate } = useMutation<unknown, Error, Turn>({ mutationKey: TURN_KEY })
  // A stable function, so that a change of the favourites does not render the cards again.
  const turn = useCallback(
    (videoId: string, on: boolean) => mutate({ userId, videoId, on }),
    [mutate, userId],
  )
  return { ids, turn }
}

/** The query of a person's favourites. */
export function favoritesOf(rest: Rest, userId: string) {
  return queryOptions({ queryKey: favoriteKeys.ids(userId), queryFn: () => fetchFavorites(rest, userId) })
}

async function fetchFavorites(rest: Rest, userId: string): Promise<Favorites> {
  const [list] = listOf(
    await rest
      .from('video_lists')
      .select('id,place_videos')
      .eq('user_id', userId)
      .eq('kind', 'favorites')
      .limit(1),
  )
  if (!isRecord(list) || typeof list['id'] !== 'string') return none
  return { listId: list['id'], ids: new Set(strings(list['place_videos'])) }
}

function turned(favorites: Favorites, { videoId, on }: Turn): Favorites {
  const ids = new Set(favorites.ids)
  if (on) ids.add(videoId)
  else ids.delete(videoId)
  return { ...favorites, ids }
}
