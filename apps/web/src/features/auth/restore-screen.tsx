import { m } from '@antojo/i18n/messages'
import { Page } from '../../components/page.tsx'
import { useSignOut } from '../../components/use-sign-out.ts'
import { authRefusal } from '../../lib/api/auth-message.ts'
import { useServices, type Services } from '../../lib/services.tsx'
import { dateText } from '../../lib/view/locale.ts'
import { toast } from '../../lib/view/toasts.ts'
import { useForm } from '../../lib/view/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Form, Submit } from '../../ui/form/form.tsx'

/** Shown instead of the app while the account waits for its deletion: its owner can restore it or sign out. */
export function RestoreScreen({ deleteAfter }: { deleteAfter: string }) {
  const services = useServices()
  const date = dateText(deleteAfter, { dateStyle: 'long' })
  const form = useForm({
    initial: {},
    send: async () => {
      const refusal = await restoreAccount(services)
      if (!refusal) toast.success(m.restore_done())
      return refusal
    },
  })
  const signOut = useSignOut()
  return (
    <Page title={m.page_restore({ date })} width="text">
      <Form form={form} className="grid w-full max-w-md gap-4">
        <p className="text-lg text-ink-soft">{m.restore_text()}</p>
        <Submit>{m.restore_account()}</Submit>
        <Button variant="quiet" onClick={() => void signOut()}>
          {m.restore_sign_out()}
        </Button>
      </Form>
    </Page>
  )
}

/**
 * Cancels the deletion and fetches a session without the mark; returns a refusal, if any. Our auth service added this
 * endpoint, so its client has no method for it.
 */
async function restoreAccount({ session, config }: Services) {
  const [auth, { anonKey }] = await Promise.all([session.client(), config()])
  const { data } = await auth.getSession()
  const answer = await fetch('/auth/v1/user/restore', {
    method: 'POST',
    headers: { apikey: anonKey, authorization: `Bearer ${data.session?.access_token ?? ''}` },
  })
  if (!answer.ok) return authRefusal({ message: m.restore_failed(), status: answer.status })
  const { error } = await auth.refreshSession()
  return error ? authRefusal(error) : undefined
}
