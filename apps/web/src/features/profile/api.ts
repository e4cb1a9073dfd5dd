import { isRecord } from '@antojo/domain/unknown-values'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { listOf, type Rest } from '../../lib/api/rest.ts'
import { useServices } from '../../lib/services.tsx'

/** The cache keys of the profile. Editing it refreshes `all`. */
export const profileKeys = {
  all: ['profile'],
  of: (userId: string) => [...profileKeys.all, userId],
  nameless: (userId: string) => [...profileKeys.all, 'nameless', userId],
  face: (userId: string) => [...profileKeys.all, 'face', userId],
} as const

const STALE_TIME_MS = 10 * 60_000

/** The picture and the name of the signed-in person; null while they load and when there is none. */
export function useOwnFace(userId: string): Face {
  const { rest } = useServices()
  return useQuery(ownFaceOf(rest, userId)).data ?? { name: null, picture: null }
}

interface Face {
  readonly name: string | null
  readonly picture: string | null
}

/** The query of a person's own picture and name. */
export function ownFaceOf(rest: Rest, userId: string) {
  return queryOptions({
    queryKey: profileKeys.face(userId),
    queryFn: async (): Promise<Face> => {
      const columns = 'name:display_name,picture:avatar_url'
      const [row] = listOf(await rest.from('users').select(columns).eq('id', userId).limit(1))
      const { name, picture } = isRecord(row) ? row : {}
      return { name: textIn(name), picture: textIn(picture) }
    },
    staleTime: STALE_TIME_MS,
  })
}

function textIn(value: unknown): string | null {
  return typeof value === 'string' ? value || null : null
}
