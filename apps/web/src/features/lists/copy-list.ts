import type { QueryClient } from '@tanstack/react-query'
import { listName, type VideoList } from '../../entities/list/list.ts'
import type { useListActions } from '../../entities/list/use-lists.ts'
import { videoKeys } from '../../entities/video/video-keys.ts'
import { rowsOf, type Rest } from '../../lib/api/rest.ts'

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
