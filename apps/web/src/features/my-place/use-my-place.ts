import { m } from '@antojo/i18n/messages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useServices, useSession } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { addToList, removeFromList } from '../../entities/list/lists-api.ts'
import { errorMessage } from '../../lib/api/rest.ts'
import { listKeys } from '../../entities/list/list.ts'
import { CARD_MARKS } from '../../entities/video/queries/card-marks.ts'
import type { Video } from '../../entities/video/video.ts'
import { fetchBuiltIn, fetchMyPlace, EMPTY_MY_PLACE, saveMyPlace, type MyPlace } from './my-place-api.ts'

/** The person's notes on the video's place. A change shows at once and is undone on failure. */
export function useMyPlace(video: Video) {
  const { rest } = useServices()
  const queries = useQueryClient()
  const userId = useSession()?.user.id ?? ''
  const placeKey = ['notes-on-place', userId, video.place.id ?? video.id]
  const listsOfKey = listKeys.builtIn(userId, video.id)
  const saidQuery = { queryKey: placeKey, queryFn: () => fetchMyPlace(rest, userId, video) }
  const listsQuery = { queryKey: listsOfKey, queryFn: () => fetchBuiltIn(rest, userId, video.id) }
  const said = useQuery({ ...saidQuery, staleTime: 0 })
  const builtIn = useQuery({ ...listsQuery, staleTime: 0 })
  const saving = useRef<Promise<void>>(Promise.resolve())

  const save = async (change: Partial<MyPlace>): Promise<void> => {
    let before: MyPlace | undefined
    try {
      const known = await queries.ensureQueryData(saidQuery)
      // An answer that is on its way does not know this change.
      await queries.cancelQueries({ queryKey: placeKey })
      before = known
      queries.setQueryData<MyPlace>(placeKey, (now) => ({ ...(now ?? known), ...change }))
      // One after another, so that the last change is written last.
      const write = saving.current.then(() =>
        saveMyPlace(rest, { userId, placeId: known.placeId, placeName: video.place.name }, change),
      )
      saving.current = write.catch(() => {})
      await write
    } catch (error) {
      if (before) queries.setQueryData(placeKey, before)
      throw error
    }
  }
  const say = (change: Partial<MyPlace>): Promise<void> =>
    save(change).catch((error: unknown) => tellFailed(error, () => say(change)))
  const keepIn = async (kind: 'want_to_try' | 'visited', held: boolean): Promise<void> => {
    try {
      const list = (await queries.ensureQueryData(listsQuery)).get(kind)
      if (!list || list.has === held) return
      if (held) await addToList(rest, list.listId, video.id)
      else await removeFromList(rest, list.listId, video.id)
    } catch (error) {
      tellFailed(error, () => keepIn(kind, held))
    }
    await Promise.all([
      queries.invalidateQueries({ queryKey: listsOfKey }),
      queries.invalidateQueries({ queryKey: listKeys.allMine }),
      queries.invalidateQueries({ queryKey: listKeys.holding(video.id) }),
      queries.invalidateQueries({ queryKey: CARD_MARKS }),
    ])
  }
  return {
    said: said.data ?? EMPTY_MY_PLACE,
    loaded: said.data !== undefined,
    wanted: builtIn.data?.get('want_to_try')?.has === true,
    visited: builtIn.data?.get('visited')?.has === true,
    /** Changes the notes and announces a failure; `save` throws instead. */
    say,
    save,
    keepIn,
  }
}

function tellFailed(error: unknown, again: () => Promise<unknown>): void {
  toast.retry(m.mine_failed({ msg: errorMessage(error) }), again)
}
