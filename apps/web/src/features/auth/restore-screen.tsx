import { m } from '@antojo/i18n/messages'
import { useState } from 'react'
import { Page } from '../../components/page.tsx'
import { authMessage } from '../../lib/api/auth-message.ts'
import { useServices, type Services } from '../../lib/services.tsx'
import { useSettings } from '../../lib/storage/settings-store.tsx'
import { intlLocale } from '../../lib/view/locale.ts'
import { toast } from '../../lib/view/toasts.ts'
import { Button } from '../../ui/button.tsx'

/** All that an account offers which its owner has asked to delete: getting it back, and leaving. */
export function RestoreScreen({ deleteAfter }: { deleteAfter: string }) {
  const services = useServices()
  const { language } = useSettings()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const date = new Intl.DateTimeFormat(intlLocale(language), { dateStyle: 'long' }).format(
    new Date(deleteAfter),
  )
  const restore = async () => {
    setBusy(true)
    setFault(undefined)
    try {
      await restoreAccount(services)
      toast.success(m.restore_done())
    } catch (error) {
      setFault(error instanceof RestoreError ? error.message : m.auth_error_network())
      setBusy(false)
    }
  }
  const signOut = async () => {
    await (await services.session.client()).signOut({ scope: 'local' })
  }
  return (
    <Page title={m.page_restore({ date })} width="text">
      <div className="grid w-full max-w-md gap-4">
        <p className="text-lg text-ink-soft">{m.restore_text()}</p>
        {fault === undefined ? null : (
          <p
            role="alert"
            className="rounded-xl bg-chile-soft px-4 py-3 text-sm font-semibold text-chile-text"
          >
            {fault}
          </p>
        )}
        <Button variant="primary" size="lg" busy={busy} onClick={() => void restore()}>
          {m.restore_account()}
        </Button>
        <Button variant="quiet" onClick={() => void signOut()}>
          {m.restore_sign_out()}
        </Button>
      </div>
    </Page>
  )
}

class RestoreError extends Error {
  override readonly name = 'RestoreError'
}

/** Our own addition to the auth service, so its client has no method for it. The new session is one without the mark. */
async function restoreAccount({ session, config }: Services): Promise<void> {
  const [auth, { anonKey }] = await Promise.all([session.client(), config()])
  const { data } = await auth.getSession()
  const answer = await fetch('/auth/v1/user/restore', {
    method: 'POST',
    headers: { apikey: anonKey, authorization: `Bearer ${data.session?.access_token ?? ''}` },
  })
  if (!answer.ok) throw new RestoreError(authMessage({ message: m.restore_failed(), status: answer.status }))
  const { error } = await auth.refreshSession()
  if (error) throw new RestoreError(authMessage(error))
}
