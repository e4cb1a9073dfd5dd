import { m } from '@antojo/i18n/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useServices } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { emailFault } from '../../lib/view/field-faults.ts'
import { useForm } from '../../lib/view/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { authRefusal } from '../../lib/api/auth-message.ts'
import { ProofForm } from '../auth/proof-form.tsx'
import { profileKeys } from './api.ts'

/** The field of a refusal of the auth service. */
const FIELD_OF_CODE = { email_exists: 'email', user_already_exists: 'email' } as const

/** Changes the account's address. Where the server sends mail, the change applies after the link in the mail was opened. */
export function ChangeEmail({ onClose }: { onClose: () => void }) {
  const { session } = useServices()
  const queries = useQueryClient()
  const [step, setStep] = useState<'address' | 'proof' | 'mailed'>('address')
  const form = useForm({
    initial: { email: '' },
    check: ({ email }) => ({ email: emailFault(email) }),
    send: async ({ email }) => {
      setStep('address')
      const wanted = email.trim()
      const auth = await session.client()
      const options = { emailRedirectTo: `${location.origin}/profile` }
      const { data, error } = await auth.updateUser({ email: wanted }, options)
      if (error?.code === 'reauthentication_needed') setStep('proof')
      else if (error) return authRefusal(error, FIELD_OF_CODE)
      else if (data.user.email === wanted.toLowerCase()) {
        await queries.invalidateQueries({ queryKey: profileKeys.all })
        toast.success(m.account_email_changed())
        onClose()
      } else setStep('mailed')
      return undefined
    },
  })
  return (
    <Dialog title={m.account_change_email()} shape="sheet" onClose={onClose}>
      {step === 'mailed' ? (
        <output className="rounded-xl bg-cilantro-soft px-4 py-3 font-semibold text-cilantro-text">
          {m.account_email_mailed()}
        </output>
      ) : step === 'proof' ? (
        <ProofForm onDone={form.submit} />
      ) : (
        <Form form={form}>
          <TextField
            {...form.field('email')}
            label={m.account_new_email()}
            type="email"
            autoComplete="email"
            inputMode="email"
            required
            data-autofocus
          />
          <Button type="submit" variant="primary" size="lg" busy={form.busy}>
            {m.account_save()}
          </Button>
        </Form>
      )}
    </Dialog>
  )
}
