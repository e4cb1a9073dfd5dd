import { m } from '@antojo/i18n/messages'
import { authRefusal } from '../../lib/api/auth-message.ts'
import { useServices } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { useForm, wrong } from '../../lib/view/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { CodeFields } from './code-fields.tsx'

const CODE_LENGTH = 6

interface ConfirmEmailProps {
  readonly email: string
  /** The person goes back to the form, for example to mend the address. */
  readonly onBack: () => void
}

/** After a sign-up: takes the code of the mail, and sends the mail again. Its link signs in, too. */
export function ConfirmEmail({ email, onBack }: ConfirmEmailProps) {
  const { session } = useServices()
  const form = useForm({
    initial: { code: '' },
    send: async ({ code }) => {
      const auth = await session.client()
      const { error } = await auth.verifyOtp({ type: 'signup', email, token: code.trim() })
      if (error?.code === 'otp_expired') return wrong({ code: m.confirm_email_wrong() })
      if (error) return authRefusal(error)
      toast.success(m.auth_login_done())
      return undefined
    },
  })
  const again = async () => {
    const auth = await session.client()
    const { error } = await auth.resend({ type: 'signup', email })
    if (error) return authRefusal(error)
    toast.success(m.confirm_email_sent({ email }))
    return undefined
  }
  return (
    <>
      <h2 className="text-2xl">{m.confirm_email_title()}</h2>
      <output className="mt-3 block rounded-xl bg-cilantro-soft px-4 py-3 text-sm font-semibold text-cilantro-text">
        {m.auth_register_done()}
      </output>
      <p className="mt-4 wrap-anywhere text-ink-soft">{m.confirm_email_text({ email })}</p>
      <Form form={form} className="mt-4 grid gap-4">
        <CodeFields
          form={form}
          length={CODE_LENGTH}
          data-autofocus
          className="tabular"
          action={m.confirm_email_submit()}
        />
        <div className="flex flex-wrap justify-between gap-2">
          <Button variant="quiet" onClick={() => form.sendNow(form.values, again)}>
            {m.confirm_email_again()}
          </Button>
          <Button variant="quiet" onClick={onBack}>
            {m.confirm_email_other()}
          </Button>
        </div>
      </Form>
    </>
  )
}
