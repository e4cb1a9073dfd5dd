import { m } from '@antojo/i18n/messages'
import { useState, type SyntheticEvent } from 'react'
import { useServices } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { authMessage } from '../../lib/api/auth-message.ts'

interface Props {
  /** True for who comes by the mail of a recovery, and so need not know the present password. */
  readonly recovering?: boolean
  readonly onDone: () => void
}

/** A new password for the account that is signed in; all its other sessions end. */
export function NewPasswordForm({ recovering = false, onDone }: Props) {
  const { session } = useServices()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (password === '') {
      setFault(m.auth_password_required())
      return
    }
    setBusy(true)
    setFault(undefined)
    try {
      const auth = await session.client()
      const proof = current === '' ? {} : { current_password: current }
      const { error } = await auth.updateUser({ password, ...proof })
      if (error) setFault(recovering && isProofMissing(error) ? m.recover_again() : authMessage(error))
      else {
        toast.success(m.account_password_changed())
        onDone()
      }
    } catch {
      setFault(m.auth_error_network())
    }
    setBusy(false)
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid w-full max-w-md gap-4">
      {recovering ? null : (
        <TextField
          label={m.account_current_password()}
          description={m.account_current_password_text()}
          name="current-password"
          type="password"
          autoComplete="current-password"
          data-autofocus
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
        />
      )}
      <TextField
        label={m.account_new_password()}
        description={m.account_password_text()}
        name="new-password"
        type="password"
        autoComplete="new-password"
        required
        data-autofocus={recovering || undefined}
        value={password}
        error={fault}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" variant="primary" size="lg" busy={busy}>
        {m.account_save()}
      </Button>
    </form>
  )
}

function isProofMissing({ code }: { readonly code?: string | undefined }): boolean {
  return code === 'current_password_required' || code === 'reauthentication_needed'
}
