import { m } from '@antojo/i18n/messages'
import { useState } from 'react'
import { useServices } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { useForm } from '../../lib/view/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { authMessage } from '../../lib/api/auth-message.ts'
import { offerToEndFeeds } from '../exports/api.ts'

interface Props {
  /** The person came by the link of a recovery mail, and so need not know the current password. */
  readonly recovering?: boolean
  readonly onDone: () => void
}

/** Sets a new password for the signed-in account; all its other sessions and its tokens end. */
export function NewPasswordForm({ recovering = false, onDone }: Props) {
  const services = useServices()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const { busy, fault, submit } = useForm(async () => {
    if (password === '') return m.auth_password_required()
    const auth = await services.session.client()
    const proof = current === '' ? {} : { current_password: current }
    const { error } = await auth.updateUser({ password, ...proof })
    if (error) return recovering && isProofMissing(error) ? m.recover_again() : authMessage(error)
    toast.success(m.account_password_changed())
    onDone()
    await offerToEndFeeds(services)
    return undefined
  })
  return (
    <form noValidate onSubmit={submit} className="grid w-full max-w-md gap-4">
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
