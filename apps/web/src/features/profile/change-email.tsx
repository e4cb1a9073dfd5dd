import { m } from '@antojo/i18n/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useServices } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { useForm } from '../../lib/view/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { authMessage } from '../../lib/api/auth-message.ts'
import { ProofForm } from '../auth/proof-form.tsx'
import { profileKeys } from './api.ts'

/** Changes the account's address. Where the server sends mail, the change applies after the link in the mail was opened. */
export function ChangeEmail({ onClose }: { onClose: () => void }) {
  const { session } = useServices()
  const queries = useQueryClient()
  const [email, setEmail] = useState('')
  const [step, setStep] = useState<'address' | 'proof' | 'mailed'>('address')
  const { busy, fault, submit } = useForm(async () => {
    setStep('address')
    const wanted = email.trim()
    if (wanted === '') return m.auth_email_required()
    if (!/^\S+@\S+$/.test(wanted)) return m.auth_email_invalid()
    const auth = await session.client()
    const options = { emailRedirectTo: `${location.origin}/profile` }
    const { data, error } = await auth.updateUser({ email: wanted }, options)
    if (error?.code === 'reauthentication_needed') setStep('proof')
    else if (error) return authMessage(error)
    else if (data.user.email === wanted.toLowerCase()) {
      await queries.invalidateQueries({ queryKey: profileKeys.all })
      toast.success(m.account_email_changed())
      onClose()
    } else setStep('mailed')
    return undefined
  })
  return (
    <Dialog title={m.account_change_email()} shape="sheet" closeOnBackdrop={false} onClose={onClose}>
      {step === 'mailed' ? (
        <output className="rounded-xl bg-cilantro-soft px-4 py-3 font-semibold text-cilantro-text">
          {m.account_email_mailed()}
        </output>
      ) : step === 'proof' ? (
        <ProofForm onDone={submit} />
      ) : (
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
            onChange={(event) => setEmail(event.target.value)}
          />
          <Button type="submit" variant="primary" size="lg" busy={busy}>
            {m.account_save()}
          </Button>
        </form>
      )}
    </Dialog>
  )
}
