import { m } from '@antojo/i18n/messages'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { NameField } from '../../components/name-field.tsx'
import { listKeys } from '../../entities/list/list.ts'
import { listOf, rowsOf, type Rest } from '../../lib/api/rest.ts'
import { useServices, useSession } from '../../lib/services.tsx'
import { attemptAgain } from '../../lib/view/attempt.ts'
import { toast } from '../../lib/view/toasts.ts'
import { profileKeys } from './api.ts'

/** The query of whether others see no name of the person yet. */
export function namelessQuery(rest: Rest, userId: string) {
  return queryOptions({
    queryKey: profileKeys.nameless(userId),
    queryFn: async () => {
      const me = rest.from('users').select('id').eq('id', userId)
      return listOf(await me.is('display_name', null)).length > 0
    },
  })
}

/** Whether others see no name of the person yet, and how to save one. */
export function useOwnName() {
  const { rest } = useServices()
  const queries = useQueryClient()
  const userId = useSession()?.user.id ?? ''
  const { data: isMissing = false } = useQuery({ ...namelessQuery(rest, userId), enabled: userId !== '' })
  const save = async (typed: string): Promise<void> => {
    const name = typed.trim()
    if (!isMissing || name === '') return
    rowsOf(await rest.from('users').update({ display_name: name }).eq('id', userId).select('id'))
    const seen = [profileKeys.all, listKeys.allPeople]
    await Promise.all(seen.map((queryKey) => queries.invalidateQueries({ queryKey })))
  }
  return { isMissing, save } as const
}

/** Asks for the name where there is nothing to send with it: saved when the person leaves it. */
export function OwnNameField() {
  const own = useOwnName()
  const [name, setName] = useState('')
  const save = async () => {
    if (!own.isMissing || name.trim() === '') return
    await attemptAgain(m.account_failed, async () => {
      await own.save(name)
      toast.success(m.profile_saved())
    })
  }
  const saveAtEnd = useEffectEvent(() => void save())
  // A dialog that closes takes the field away without a blur.
  useEffect(() => () => saveAtEnd(), [])
  // Stays where it is after it was saved, so that what lies below does not move under the finger.
  if (!own.isMissing && name === '') return null
  return (
    <NameField
      name="name"
      value={name}
      onChange={(event) => setName(event.target.value)}
      onBlur={() => void save()}
    />
  )
}
