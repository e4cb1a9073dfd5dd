import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { listKeys } from '../../../entities/list/list.ts'
import { refreshLists } from '../../../entities/list/lists-api.ts'
import { listOf } from '../../../lib/api/rest.ts'
import { useServices } from '../../../lib/services.tsx'

const person = z.object({
  user_id: z.string(),
  display_name: z.string().nullable(),
  avatar_url: z.string().nullable(),
  access: z.enum(['owner', 'edit', 'view']),
})
export type ListPerson = z.infer<typeof person>

/** The owner of a list and its members, the owner first. */
export function useListPeople(listId: string): readonly ListPerson[] {
  const { rest } = useServices()
  const { data = [] } = useQuery({
    queryKey: listKeys.people(listId),
    queryFn: async () => z.array(person).parse(listOf(await rest.rpc('list_people', { list_id: listId }))),
    refetchInterval: refreshLists,
  })
  return data
}
