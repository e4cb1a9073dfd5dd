import { m } from '@antojo/i18n/messages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { listOf, rowsOf } from '../../lib/api/rest.ts'
import { useServices, useSession } from '../../lib/services.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { profileKeys } from './api.ts'

/** Whether others see no name of the person yet, and how to save one. */
export function useOwnName() {
  const { rest } = useServices()
  const queries = useQueryClient()
  const userId = useSession()?.user.id ?? ''
  const { data: isMissing = false } = useQuery({
    queryKey: profileKeys.nameless(userId),
    queryFn: async () => {
      const me = rest.from('users').select('id').eq('id', userId)
      return listOf(await me.is('display_name', null)).length > 0
    },
    enabled: userId !== '',
  })
  const save = async (typed: string): Promise<void> => {
    const name = typed.trim()
    if (!isMissing || name === '') return
    rowsOf(await rest.from('users').update({ display_name: name }).eq('id', userId).select('id'))
    await queries.invalidateQueries({ queryKey: profileKeys.all })
  }
  return { isMissing, save } as const
}

/** Asks for the name at the moment when others will see it. */
export function NameField(field: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      {...field}
      label={m.name_ask()}
      description={m.name_ask_text()}
      autoComplete="name"
      maxLength={80}
    />
  )
}
