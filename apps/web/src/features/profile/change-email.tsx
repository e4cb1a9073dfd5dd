import { m } from '@antojo/i18n/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { useServices } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { authMessage } from '../../lib/api/auth-message.ts'
import { ProofForm } from '../auth/proof-form.tsx'
import { profileKeys } from './api.ts'

/** Another address for the account; where mail is sent, it counts once its link was opened. */
export function ChangeEmail({ onClose }: { onClose: () => void }) {
  const { session } = useServices()
  const queries = useQueryClient()
  const [email, setEmail] = useState('')
  const [busy, setBusy] = useState(false)
  const [mailed, setMailed] = useState(false)
  const [fault, setFault] = useState<string>()
  const [proving, setProving] = useState(false)
  const change = async () => {
    setProving(false)
    const wanted = email.trim()
    if (!/^\S+@\S+$/.test(wanted)) {
      setFault(wanted === '' ? m.auth_email_required() : m.auth_email_invalid())
      return
    }
    setBusy(true)
    setFault(undefined)
    try {
      const auth = await session.client()
      const options = { emailRedirectTo: `${location.origin}/profile` }
      const { data, error } = await auth.updateUser({ email: wanted }, options)
      if (error?.code === 'reauthentication_needed') setProving(true)
      else if (error) setFault(authMessage(error))
      else if (data.user.email === wanted.toLowerCase()) {
        await queries.invalidateQueries({ queryKey: profileKeys.all })
        toast.success(m.account_email_changed())
        onClose()
      } else setMailed(true)
    } catch {
      setFault(m.auth_error_network())
    }
    setBusy(false)
  }
  return (
    <Dialog title={m.account_change_email()} shape="sheet" closeOnBackdrop={false} onClose={onClose}>
      {mailed ? (
        <output className="rounded-xl bg-cilantro-soft px-4 py-3 font-semibold text-cilantro-text">
          {m.account_email_mailed()}
        </output>
      ) : proving ? (
        <ProofForm onDone={() => void change()} />
      ) : (
        <AddressForm email={email} busy={busy} fault={fault} onType={setEmail} onSave={() => void change()} />
      )}
    </Dialog>
  )
}

interface AddressProps {
  readonly email: string
  readonly busy: boolean
  readonly fault: string | undefined
  readonly onType: (email: string) => void
  readonly onSave: () => void
}

function AddressForm({ email, busy, fault, onType, onSave }: AddressProps) {
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSave()
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <TextField
        label={m.account_new_email()}
        type="email"
        autoComplete="email"
        inputMode="email"
        required
        data-autofocus
        value={email}
        error={fault}
        onChange={(event) => onType(event.target.value)}
      />
      <Button type="submit" variant="primary" size="lg" busy={busy}>
        {m.account_save()}
      </Button>
    </form>
  )
}
