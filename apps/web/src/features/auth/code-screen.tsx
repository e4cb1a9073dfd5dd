import { m } from '@antojo/i18n/messages'
import { useState } from 'react'
import { Page } from '../../components/page.tsx'
import { useServices } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { useForm } from '../../lib/view/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { alertDialog } from '../../ui/overlay/confirm.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { authMessage } from '../../lib/api/auth-message.ts'

/** Asks for the code of the second step. Until it is right, the person is treated as a guest. */
export function CodeScreen() {
  const { session } = useServices()
  const [code, setCode] = useState('')
  // After too many wrong codes, the auth service accepts only two consecutive codes.
  const [pair, setPair] = useState(false)

  const { busy, fault, submit } = useForm(async () => {
    const auth = await session.client()
    const { data, error: unread } = await auth.mfa.listFactors()
    if (unread) return authMessage(unread)
    const factorId = data.totp[0]?.id ?? ''
    const { data: done, error } = await auth.mfa.challengeAndVerify({ factorId, code: code.trim() })
    const rejected = error?.code === 'mfa_verification_rejected' || error?.status === 429
    if (rejected) setPair(true)
    if (error) return rejected ? m.code_pair() : authMessage(error)
    greet(done)
    return undefined
  })
  return (
    <Page title={m.page_code()} width="text">
      <form noValidate onSubmit={submit} className="grid w-full max-w-md gap-4">
        <p className="text-lg text-ink-soft">{m.code_text()}</p>
        <TextField
          label={m.mfa_code()}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={pair ? 12 : 6}
          required
          value={code}
          error={fault}
          className="tabular"
          onChange={(event) => setCode(event.target.value)}
        />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          busy={busy}
          disabled={code.trim().length !== (pair ? 12 : 6)}
        >
          {m.mfa_verify()}
        </Button>
        <Button
          variant="quiet"
          onClick={() => void session.client().then((auth) => auth.signOut({ scope: 'local' }))}
        >
          {m.code_other()}
        </Button>
      </form>
    </Page>
  )
}

/** From this number on, wrong codes are probably not typing errors. */
const MIN_ALARMING_FAILURES = 5

/** Greets the person, or warns them: the response also holds the number of wrong codes since the last sign-in. */
function greet(done: object): void {
  const count = 'wrong_codes' in done && typeof done.wrong_codes === 'number' ? done.wrong_codes : 0
  if (count >= MIN_ALARMING_FAILURES) void alertDialog(m.code_failures({ count }))
  else toast.success(m.auth_login_done())
}
