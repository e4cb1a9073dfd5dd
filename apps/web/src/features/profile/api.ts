import { queryOptions, useQuery } from '@tanstack/react-query'
import { listOf, type Rest } from '../../lib/api/rest.ts'
import { useServices } from '../../lib/services.tsx'

/** The cache keys of the profile. Editing it refreshes `all`. */
export const profileKeys = {
  all: ['profile'],
  of: (userId: string) => [...profileKeys.all, userId],
  nameless: (userId: string) => [...profileKeys.all, 'nameless', userId],
  picture: (userId: string) => [...profileKeys.all, 'picture', userId],
} as const

const STALE_TIME_MS = 10 * 60_000

/** The picture of the signed-in person; null while it loads and when there is none. */
export function useOwnPicture(userId: string): string | null {
  const { rest } = useServices()
  const { data = null } = useQuery(ownPictureOf(rest, userId))
  return data
}

/** The query of a person's own picture. */
export function ownPictureOf(rest: Rest, userId: string) {
  return queryOptions({
    queryKey: profileKeys.picture(userId),
    queryFn: async () => {
      const [row] = listOf(await rest.from('users').select('avatar_url').eq('id', userId).limit(1))
      const isRow = typeof row === 'object' && row !== null && 'avatar_url' in row
      return isRow && typeof row.avatar_url === 'string' ? row.avatar_url : null
    },
    staleTime: STALE_TIME_MS,
  })
}
