import { useState } from 'react'
import { m } from '@antojo/i18n/messages'
import type { Refusal } from '../../lib/storage/session-store.ts'
import { useServices } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { STORAGE_KEYS } from '../../lib/storage/storage-keys.ts'
import { authMessage } from '../../lib/api/auth-message.ts'

export type AuthMode = 'login' | 'register'

export type AuthOutcome =
  | { readonly kind: 'idle' | 'busy' }
  | { readonly kind: 'failed' | 'mailed'; readonly text: string }

/** Signs in or up by email and password; the session store tells the rest of the app. */
export function useSignIn() {
  const { session } = useServices()
  const [outcome, setOutcome] = useState<AuthOutcome>(() => refused(session.refusal))

  const submit = async (mode: AuthMode, credentials: { email: string; password: string }) => {
    setOutcome({ kind: 'busy' })
    try {
      const auth = await session.client()
      const { data, error } =
        mode === 'login'
          ? await auth.signInWithPassword(credentials)
          : await auth.signUp({ ...credentials, options: { emailRedirectTo: returnAddress() } })
      if (error) return setOutcome({ kind: 'failed', text: authMessage(error) })
      if (!data.session) return setOutcome({ kind: 'mailed', text: m.auth_register_done() })
      toast.success(m.auth_login_done())
      setOutcome({ kind: 'idle' })
    } catch {
      setOutcome({ kind: 'failed', text: m.auth_error_network() })
    }
  }

  const withProvider = async (provider: 'google' | 'facebook', name: string) => {
    const failed = (message: string) =>
      setOutcome({ kind: 'failed', text: m.auth_oauth_failed({ provider: name, message }) })
    try {
      sessionStorage.setItem(STORAGE_KEYS.sentTo, name)
      const auth = await session.client()
      const { error } = await auth.signInWithOAuth({ provider, options: { redirectTo: returnAddress() } })
      if (error) failed(error.message)
    } catch {
      failed(m.auth_error_network())
    }
  }

  return { outcome, submit, withProvider, reset: () => setOutcome({ kind: 'idle' }) }
}

/** Words out of an address are shown only to who was really sent away: anybody can write a link. */
function refused(refusal: Refusal | null): AuthOutcome {
  const provider = sessionStorage.getItem(STORAGE_KEYS.sentTo)
  if (refusal === null || provider === null) return { kind: 'idle' }
  if (refusal.code === 'signup_disabled')
    return { kind: 'failed', text: m.auth_error_no_account({ provider }) }
  return { kind: 'failed', text: m.auth_oauth_failed({ provider, message: refusal.text }) }
}

/** Where a mail or a provider leads back to: an invitation to a list is still to be accepted. */
function returnAddress(): string {
  const { origin, pathname } = location
  return pathname.startsWith('/invite/') ? origin + pathname : origin
}
