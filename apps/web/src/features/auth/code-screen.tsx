import { m } from '@antojo/i18n/messages'
import { useState, type SyntheticEvent } from 'react'
import { Page } from '../../components/page.tsx'
import { useServices } from '../../lib/services.tsx'
import { toast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { authMessage } from './auth-message.ts'

/** Asks for the code of the second step; until it is right, the person is a guest. */
export function CodeScreen() {
  const { session } = useServices()
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()

  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    setBusy(true)
    setFault(undefined)
    try {
      const auth = await session.client()
      const { data } = await auth.mfa.listFactors()
      const factorId = data?.totp[0]?.id ?? ''
      const { error } = await auth.mfa.challengeAndVerify({ factorId, code: code.trim() })
      if (error) setFault(authMessage(error))
      else toast.success(m.auth_login_done())
    } catch {
      setFault(m.auth_error_network())
    }
    setBusy(false)
  }
  return (
    <Page title={m.page_code()} width="text">
      <form noValidate onSubmit={(event) => void submit(event)} className="grid w-full max-w-md gap-4">
        <p className="text-lg text-ink-soft">{m.code_text()}</p>
        <TextField
          label={m.mfa_code()}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          required
          value={code}
          error={fault}
          className="tabular"
          onChange={(event) => setCode(event.target.value)}
        />
        <Button type="submit" variant="primary" size="lg" busy={busy} disabled={code.trim().length !== 6}>
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
