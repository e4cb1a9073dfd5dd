import { m } from '@antojo/i18n/messages'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { listName, type VideoList } from '../../entities/list/list.ts'
import { useListActions } from '../../entities/list/use-lists.ts'
import { videoKeys } from '../../entities/video/query.ts'
import { rowsOf, type Rest } from '../../lib/api/rest.ts'
import { paths, useNavigate } from '../../lib/navigation/navigation.ts'
import { useServices } from '../../lib/services.tsx'
import { attempt } from '../../lib/view/attempt.ts'
import { toast } from '../../lib/view/toasts.ts'

interface Copying extends Pick<ReturnType<typeof useListActions>, 'create' | 'refresh'> {
  readonly rest: Rest
  readonly queries: QueryClient
}

/** Copies a list into a new one of the person's own, whose collection then has its videos; `count` of them are new. */
export async function copyList(
  list: VideoList,
  { rest, queries, create, refresh }: Copying,
): Promise<{ readonly id: string; readonly count: number }> {
  const { id } = await create(listName(list), list.description)
  const count = Number(rowsOf(await rest.rpc('copy_list', { from_list: list.id, to_list: id })))
  await Promise.all([refresh(), queries.invalidateQueries({ queryKey: videoKeys.all })])
  return { id, count }
}

/** Copies the list, says so, and opens the copy. */
export function useCopy(list: VideoList): () => void {
  const { rest } = useServices()
  const queries = useQueryClient()
  const actions = useListActions()
  const go = useNavigate()
  const copy = async () => {
    const { id, count } = await copyList(list, { rest, queries, ...actions })
    toast.success(m.list_copied({ n: count }))
    go(paths.list(id))
  }
  return () => void attempt(m.list_copy_failed, copy)
}
