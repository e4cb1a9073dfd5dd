import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { m } from '@antojo/i18n/messages'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { NameField } from '../../components/name-field.tsx'
import type { AuthMode, SignInForm } from './use-sign-in.ts'

interface AuthFormProps {
  readonly mode: AuthMode
  readonly form: SignInForm
  /** Why a provider did not sign the person in. */
  readonly refusal: string | null
}

/** Email and password, both required; for a new account also the name, which is not. */
export function AuthForm({ mode, form, refusal }: AuthFormProps) {
  const [shown, setShown] = useState(false)
  return (
    <Form form={form} className="mt-5 grid gap-4">
      <TextField
        {...form.field('email')}
        label={m.auth_email()}
        type="email"
        autoComplete="email"
        inputMode="email"
        required
      />
      <TextField
        {...form.field('password')}
        label={m.auth_password()}
        {...(mode === 'register' && { description: m.account_password_text() })}
        type={shown ? 'text' : 'password'}
        autoComplete={mode === 'login' ? 'current-password' : 'new-password'}
        required
        trailing={
          <IconButton
            label={shown ? m.auth_hide_password() : m.auth_show_password()}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          </IconButton>
        }
      />
      {mode === 'register' ? <NameField {...form.field('name')} /> : null}
      {refusal === null ? null : (
        <p role="alert" className="rounded-xl bg-chile-soft px-4 py-3 text-sm font-semibold text-chile-text">
          {refusal}
        </p>
      )}
      <Button type="submit" variant="primary" size="lg" busy={form.busy} className="mt-1">
        {form.busy ? m.auth_busy() : mode === 'login' ? m.auth_login() : m.auth_register()}
      </Button>
    </Form>
  )
}
