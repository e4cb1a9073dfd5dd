import { m } from '@antojo/i18n/messages'
import type { PasskeyListItem } from '@supabase/auth-js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../../lib/api/rest.ts'
import { useServices } from '../../lib/services.tsx'
import { dateText } from '../../lib/view/locale.ts'
import { toast } from '../../lib/view/toasts.ts'
import { failed, useForm } from '../../lib/view/use-form.ts'
import { IconButton } from '../../ui/button.tsx'
import { Form, Submit, TextField } from '../../ui/form/form.tsx'
import { confirm } from '../../ui/overlay/confirm.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { passkeyMessage } from '../../lib/api/passkey-message.ts'
import { ProofForm } from '../auth/proof-form.tsx'

const PASSKEYS_KEY = ['passkeys']

type Client = Awaited<ReturnType<ReturnType<typeof useServices>['session']['client']>>
type Change = (
  auth: Client,
) => Promise<{ readonly error: { message: string; code?: string | undefined } | null }>

/** The passkeys of the account: adds, renames and removes them, after a proof of identity where the session is old. */
export function Passkeys({ onClose }: { onClose: () => void }) {
  const { session } = useServices()
  const { waiting, apply, proved } = useChanges()
  const { data, error } = useQuery({
    queryKey: PASSKEYS_KEY,
    queryFn: async () => {
      const answer = await (await session.client()).passkey.list()
      if (answer.error) throw answer.error
      return answer.data
    },
    staleTime: 0,
    gcTime: 0,
  })
  const add = useForm({
    initial: {},
    send: async () => {
      const text = await apply(register, m.passkey_added())
      return text === null ? undefined : failed(text)
    },
  })
  return (
    <Dialog title={m.passkeys_title()} shape="sheet" onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-ink-soft">{m.passkeys_text()}</p>
        {error ? <p role="alert">{m.account_failed({ reason: errorMessage(error) })}</p> : null}
        {waiting ? (
          <ProofForm onDone={() => void proved()} />
        ) : data === undefined ? (
          <Skeleton className="h-11 w-full" />
        ) : (
          <>
            <ul aria-label={m.passkeys_title()} className="grid gap-4 empty:hidden">
              {data.map((each) => (
                <PasskeyRow key={each.id} passkey={each} apply={apply} />
              ))}
            </ul>
            <Form form={add}>
              <Submit>{m.passkey_add()}</Submit>
            </Form>
          </>
        )}
      </div>
    </Dialog>
  )
}

/** Applies changes; the last one waits while the service wants a proof of identity first. */
function useChanges() {
  const { session } = useServices()
  const queries = useQueryClient()
  const [waiting, setWaiting] = useState<{ change: Change; done: string } | null>(null)
  /** Returns the text of the failure, if any. */
  const apply = async (change: Change, done: string): Promise<string | null> => {
    setWaiting(null)
    const { error } = await change(await session.client())
    await queries.invalidateQueries({ queryKey: PASSKEYS_KEY })
    if (error?.code === 'reauthentication_needed') setWaiting({ change, done })
    else if (error) return passkeyMessage(error)
    else toast.success(done)
    return null
  }
  const proved = async () => {
    const text = waiting && (await apply(waiting.change, waiting.done))
    if (text !== null) toast.error(text)
  }
  return { waiting, apply, proved }
}

/** Makes a passkey on this device, named after the system until the person names it. */
async function register(auth: Client) {
  const { data, error } = await auth.registerPasskey()
  const system = /iPhone|iPad|Android|Mac|Windows|Linux/u.exec(navigator.userAgent)?.[0]
  if (data === null || system === undefined) return { error }
  return auth.passkey.update({ passkeyId: data.id, friendlyName: system })
}

interface PasskeyRowProps {
  readonly passkey: PasskeyListItem
  readonly apply: ReturnType<typeof useChanges>['apply']
}

const day = (at: string) => dateText(at, { dateStyle: 'medium' })

function PasskeyRow({ passkey, apply }: PasskeyRowProps) {
  const { id, friendly_name: name = m.passkey(), created_at: added, last_used_at: used } = passkey
  const title = m.passkey_remove_question({ name })
  const form = useForm({
    initial: { name },
    send: async (typed) => {
      const friendlyName = typed.name.trim()
      const rename: Change = (auth) => auth.passkey.update({ passkeyId: id, friendlyName })
      const text = await apply(rename, m.passkey_renamed())
      return text === null ? undefined : failed(text)
    },
  })
  const remove = async () => {
    const question = { title, text: m.passkey_remove_text(), agree: m.passkey_remove(), danger: true }
    if (!(await confirm(question))) return
    const text = await apply((auth) => auth.passkey.delete({ passkeyId: id }), m.passkey_removed())
    if (text !== null) toast.error(text)
  }
  const typed = form.values.name.trim()
  return (
    <li>
      <Form form={form} className="grid gap-2">
        <TextField
          {...form.field('name')}
          label={m.passkey_name()}
          description={
            used === undefined
              ? m.passkey_since({ day: day(added) })
              : m.passkey_used({ day: day(added), used: day(used) })
          }
          maxLength={120}
          trailing={
            <IconButton label={title} onClick={() => void remove()}>
              <Trash2 aria-hidden />
            </IconButton>
          }
        />
        {typed === name || typed === '' ? null : (
          <Submit variant="outline" size="md">
            {m.account_save()}
          </Submit>
        )}
      </Form>
    </li>
  )
}
