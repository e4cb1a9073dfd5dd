import { Eye, EyeOff } from 'lucide-react'
import { useState, type SyntheticEvent } from 'react'
import { m } from '@antojo/i18n/messages'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import type { AuthMode, AuthOutcome } from './use-sign-in.ts'

interface AuthFormProps {
  readonly mode: AuthMode
  readonly outcome: AuthOutcome
  readonly onSubmit: (credentials: { email: string; password: string }) => Promise<void>
}

/** Email and password, both required. The first invalid field receives the focus. */
export function AuthForm({ mode, outcome, onSubmit }: AuthFormProps) {
  const [shown, setShown] = useState(false)
  const [faults, setFaults] = useState<{ email?: string; password?: string }>({})
  const busy = outcome.kind === 'busy'

  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const credentials = { email: textOf(form, 'email').trim(), password: textOf(form, 'password') }
    const found = faultsOf(credentials)
    setFaults(found)
    const first = Object.keys(found)[0]
    if (first) form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    else void onSubmit(credentials)
  }

  return (
    <form noValidate onSubmit={submit} className="mt-5 grid gap-4">
      <TextField
        label={m.auth_email()}
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        required
        error={faults.email}
      />
      <TextField
        label={m.auth_password()}
        name="password"
        type={shown ? 'text' : 'password'}
        autoComplete={mode === 'login' ? 'current-password' : 'new-password'}
        required
        error={faults.password}
        trailing={
          <IconButton
            label={shown ? m.auth_hide_password() : m.auth_show_password()}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          </IconButton>
        }
      />
      <OutcomeText outcome={outcome} />
      <Button type="submit" variant="primary" size="lg" busy={busy} className="mt-1">
        {busy ? m.auth_busy() : mode === 'login' ? m.auth_login() : m.auth_register()}
      </Button>
    </form>
  )
}

function OutcomeText({ outcome }: { outcome: AuthOutcome }) {
  if (outcome.kind === 'failed') {
    return (
      <p role="alert" className="rounded-xl bg-chile-soft px-4 py-3 text-sm font-semibold text-chile-text">
        {outcome.text}
      </p>
    )
  }
  if (outcome.kind !== 'mailed') return null
  return (
    <output className="rounded-xl bg-cilantro-soft px-4 py-3 text-sm font-semibold text-cilantro-text">
      {outcome.text}
    </output>
  )
}

function textOf(form: HTMLFormElement, name: string): string {
  const field = form.elements.namedItem(name)
  return field instanceof HTMLInputElement ? field.value : ''
}

function faultsOf({ email, password }: { email: string; password: string }): {
  email?: string
  password?: string
} {
  const wrongEmail =
    email === '' ? m.auth_email_required() : /^\S+@\S+$/.test(email) ? null : m.auth_email_invalid()
  return {
    ...(wrongEmail && { email: wrongEmail }),
    ...(password === '' && { password: m.auth_password_required() }),
  }
}
