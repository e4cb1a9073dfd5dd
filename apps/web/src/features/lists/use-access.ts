import { useSession } from '../../lib/services.tsx'
import type { VideoList } from './list.ts'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { listOf } from '../../lib/rest.ts'
import { useServices } from '../../lib/services.tsx'

export type Access = 'owner' | 'edit' | 'view' | 'visitor'

const member = z.object({ access: z.enum(['edit', 'view']) })

/** What the person may do with a list. The server decides for itself; this decides what is offered. */
export function useAccess(list: VideoList): Access {
  const { rest } = useServices()
  const userId = useSession()?.user.id ?? null
  const own = userId === list.userId
  const { data } = useQuery({
    queryKey: ['list', 'access', list.id, userId],
    queryFn: async () => {
      const rows = listOf(
        await rest.from('list_members').select('access').match({ list_id: list.id, user_id: userId }),
      )
      return rows.map((row) => member.parse(row).access)[0] ?? null
    },
    enabled: userId !== null && !own,
  })
  return own ? 'owner' : (data ?? 'visitor')
}
