import type { ShareOptions, Visibility } from '@antojo/domain/sharing'
import { m } from '@antojo/i18n/messages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listOf, rowsOf, errorMessage } from '../../lib/api/rest.ts'
import { useServices, useSession } from '../../lib/services.tsx'
import { useSettings } from '../../lib/storage/settings-store.tsx'
import { attempt, attemptAgain } from '../../lib/view/attempt.ts'
import { toast } from '../../lib/view/toasts.ts'
import { confirm } from '../../ui/overlay/confirm.ts'
import { LIST_COLUMNS, listFrom, listName, type VideoList, listKeys } from './list.ts'
import { fetchMyLists, refreshLists } from './lists-api.ts'

/** The lists of the signed-in person. */
export function useMyLists() {
  const { rest } = useServices()
  const userId = useSession()?.user.id ?? ''
  return useQuery({
    queryKey: listKeys.mine(userId),
    queryFn: () => fetchMyLists(rest, userId),
    enabled: userId !== '',
    staleTime: 0,
    refetchInterval: refreshLists,
  })
}

/** Shows one notice when the lists could not be loaded (spec §8). */
export function useTellListsFailure(error: Error | null): void {
  useEffect(() => {
    if (error) toast.error(m.lists_load_failed({ reason: errorMessage(error) }))
  }, [error])
}

export interface ListChange {
  readonly name?: string
  readonly description?: string | null
  readonly visibility?: Visibility
  readonly share_options?: ShareOptions
}

/** The changes to lists. Each refreshes the screens and announces its own failure, but `create` and `save`, which throw. */
export function useListActions() {
  const { rest } = useServices()
  const { share_options } = useSettings()
  const queries = useQueryClient()
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: listKeys.allMine }),
      queries.invalidateQueries({ queryKey: listKeys.allOpened }),
    ])

  const create = async (name: string, description: string | null = null): Promise<VideoList> => {
    const [made] = listOf(
      await rest.from('video_lists').insert({ name, description, share_options }).select(LIST_COLUMNS),
    )
    await refresh()
    return listFrom(made, 'owner')
  }
  const save = async (list: VideoList, given: ListChange): Promise<void> => {
    rowsOf(await rest.from('video_lists').update(given).eq('id', list.id).select('id').single())
    await refresh()
  }
  const change = (list: VideoList, given: ListChange): Promise<boolean> =>
    attemptAgain(m.lists_change_failed, () => save(list, given))
  const remove = async (list: VideoList): Promise<boolean> => {
    const question = { title: m.lists_delete_question({ name: listName(list) }), text: m.lists_delete_text() }
    if (!(await confirm({ ...question, agree: m.lists_delete(), danger: true }))) return false
    return await attempt(m.lists_delete_failed, async () => {
      rowsOf(await rest.from('video_lists').delete().eq('id', list.id).select('id'))
      await refresh()
      toast.success(m.lists_deleted())
    })
  }
  return { create, save, change, remove, refresh }
}
