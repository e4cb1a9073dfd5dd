import { queryOptions } from '@tanstack/react-query'
import type { Rest } from '../../lib/api/rest.ts'
import { fetchList, fetchListVideos } from './lists-api.ts'

/** Milliseconds in which an answer is not asked for again. */
const justAsked = 2000

/** A list, as the person or a visitor sees it. */
export function listQuery(rest: Rest, id: string, userId: string | null) {
  return queryOptions({
    queryKey: ['list', id, userId],
    queryFn: () => fetchList(rest, id),
    staleTime: justAsked,
  })
}

/** Its videos. */
export function listVideosQuery(rest: Rest, id: string, userId: string | null) {
  return queryOptions({
    queryKey: ['list-videos', id, userId],
    queryFn: () => fetchListVideos(rest, id),
    staleTime: justAsked,
  })
}
