import { m } from '@antojo/i18n/messages'
import { useServices } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { failed, useForm } from '../../lib/view/use-form.ts'
import { Form, Submit, TextField } from '../../ui/form/form.tsx'
import { authRefusal } from '../../lib/api/auth-message.ts'
import { offerToEndFeeds } from '../exports/api.ts'

/** The field of a refusal of the auth service. */
const FIELD_OF_CODE = {
  weak_password: 'password',
  same_password: 'password',
  current_password_required: 'current',
  current_password_invalid: 'current',
} as const

interface Props {
  /** The person came by the link of a recovery mail, and so need not know the current password. */
  readonly recovering?: boolean
  readonly onDone: () => void
}

/** Sets a new password for the signed-in account; all its other sessions and its tokens end. */
export function NewPasswordForm({ recovering = false, onDone }: Props) {
  const services = useServices()
  const form = useForm({
    initial: { current: '', password: '' },
    check: ({ password }) => (password === '' ? { password: m.auth_password_required() } : {}),
    send: async ({ current, password }) => {
      const auth = await services.session.client()
      const proof = current === '' ? {} : { current_password: current }
      const { error } = await auth.updateUser({ password, ...proof })
      if (error && recovering && isProofMissing(error)) return failed(m.recover_again())
      if (error) return authRefusal(error, FIELD_OF_CODE)
      toast.success(m.account_password_changed())
      onDone()
      await offerToEndFeeds(services)
      return undefined
    },
  })
  return (
    <Form form={form} className="grid w-full max-w-md gap-4">
      {recovering ? null : (
        <TextField
          {...form.field('current')}
          label={m.account_current_password()}
          description={m.account_current_password_text()}
          type="password"
          autoComplete="current-password"
          data-autofocus
        />
      )}
      <TextField
        {...form.field('password')}
        label={m.account_new_password()}
        description={m.account_password_text()}
        type="password"
        autoComplete="new-password"
        required
        data-autofocus={recovering || undefined}
      />
      <Submit>{m.account_save()}</Submit>
    </Form>
  )
}

function isProofMissing({ code }: { readonly code?: string | undefined }): boolean {
  return code === 'current_password_required' || code === 'reauthentication_needed'
}
