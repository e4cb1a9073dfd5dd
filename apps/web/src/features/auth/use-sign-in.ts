import type { SignInProvider } from '@antojo/domain/sign-in-provider'
import { m } from '@antojo/i18n/messages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useBootConfig } from '../../lib/api/use-boot-config.ts'
import { paths } from '../../lib/navigation/navigation.ts'
import { useServices } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { STORAGE_KEYS } from '../../lib/storage/stored.ts'
import { authRefusal } from '../../lib/api/auth-message.ts'
import { useForm, emailFault } from '../../lib/view/use-form.ts'

/** The field of a refusal of the auth service. */
const FIELD_OF_CODE = {
  invalid_credentials: 'password',
  weak_password: 'password',
  user_already_exists: 'email',
  email_exists: 'email',
} as const

export type AuthMode = 'login' | 'register'

export type SignInForm = ReturnType<typeof useSignIn>['form']

/** Signs in or up by email and password; the rest of the app follows the session store. */
export function useSignIn(mode: AuthMode) {
  const { session } = useServices()
  /** Why a provider did not sign the person in. */
  const [refusal, setRefusal] = useState(() => refused(session.refusal))
  /** The address whose confirmation is awaited. */
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null)

  const form = useForm({
    initial: { email: '', password: '', name: '' },
    check: ({ email, password }) => ({
      email: emailFault(email),
      ...(password === '' && { password: m.auth_password_required() }),
    }),
    send: async ({ name, password, ...typed }) => {
      const credentials = { password, email: typed.email.trim() }
      // The service's own name for it, which sign-in providers fill, too.
      const profile = name.trim() === '' ? {} : { full_name: name.trim() }
      setRefusal(null)
      const auth = await session.client()
      const { data, error } =
        mode === 'login'
          ? await auth.signInWithPassword(credentials)
          : await auth.signUp({
              ...credentials,
              options: { data: profile, emailRedirectTo: returnAddress() },
            })
      if (error?.code === 'email_not_confirmed') {
        setUnconfirmed(credentials.email)
        return undefined
      }
      if (error) return authRefusal(error, FIELD_OF_CODE)
      if (!data.session) setUnconfirmed(credentials.email)
      // Neither before the code of the second step nor on the screen that restores an account.
      else if (session.current() !== null)
        toast.success(mode === 'login' ? m.auth_login_done() : m.auth_account_ready())
      return undefined
    },
  })

  const withProvider = async (provider: SignInProvider, name: string) => {
    const fail = (message: string) => setRefusal(m.auth_oauth_failed({ provider: name, message }))
    try {
      sessionStorage.setItem(STORAGE_KEYS.sentTo, name)
      const auth = await session.client()
      const { error } = await auth.signInWithOAuth({ provider, options: { redirectTo: returnAddress() } })
      if (error) fail(oauthReason(error.code))
    } catch {
      fail(m.auth_error_network())
    }
  }

  const begin = () => {
    setRefusal(null)
    setUnconfirmed(null)
  }
  return { form, refusal, unconfirmed, withProvider, begin }
}

/** The error that a provider wrote into the URL. Shown only if this page sent the person there: anyone can write a link. */
function refused(code: string | null): string | null {
  const provider = sessionStorage.getItem(STORAGE_KEYS.sentTo)
  if (code === null || provider === null) return null
  if (code === 'signup_disabled') return m.auth_error_no_account({ provider })
  return m.auth_oauth_failed({ provider, message: oauthReason(code) })
}

/** Why a provider did not sign the person in, in their language: its own words and those of the service are English. */
function oauthReason(code: string | undefined): string {
  switch (code) {
    case 'provider_email_needs_verification':
      return m.auth_oauth_unverified()
    case 'bad_oauth_callback':
    case 'bad_oauth_state':
    case 'flow_state_already_used':
      return m.auth_oauth_unfinished()
    default:
      return m.auth_oauth_unanswered()
  }
}

/** The URL to which mails and providers return: the screen that was asked for. A join link ends at the home screen. */
function returnAddress(): string {
  const { origin, pathname, search } = location
  return pathname === paths.join ? origin : origin + pathname + search
}

/** Whether the person can make an account here, and if not, why. */
export type SignUpState =
  | 'unknown'
  /** Everyone can. */
  | 'open'
  /** Their invitation allows it. */
  | 'invited'
  /** Their invitation is no longer valid. */
  | 'refused'
  /** They need an invitation. */
  | 'invite'
  | 'closed'

/** Opens the person's invitation where one is needed; the server then accepts a sign-up from this browser for an hour. */
export function useInvitation(token: string | null): SignUpState {
  const signUp = useBootConfig()?.signUp
  const { data: valid } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => openInvitation(token ?? ''),
    enabled: token !== null && signUp === 'invite',
    staleTime: Infinity,
    meta: { keepOffline: false },
  })
  if (signUp === undefined) return 'unknown'
  if (token === null) return signUp
  if (signUp === 'open') return 'invited'
  if (signUp === 'closed') return 'refused'
  return valid === undefined ? 'unknown' : valid ? 'invited' : 'refused'
}

async function openInvitation(token: string): Promise<boolean> {
  const answer = await fetch('/invitations/open', { method: 'POST', body: JSON.stringify({ token }) })
  // Any other status says nothing about the invitation, so the query tries again.
  if (!answer.ok && answer.status !== 404 && answer.status !== 400) throw new Error(String(answer.status))
  return answer.ok
}
