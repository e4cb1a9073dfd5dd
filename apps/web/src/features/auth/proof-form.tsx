import { OIDC_PROVIDER, type SignInProvider } from '@antojo/domain/sign-in-provider'
import { m } from '@antojo/i18n/messages'
import type { User } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useBootConfig } from '../../lib/api/use-boot-config.ts'
import { useServices } from '../../lib/services.tsx'
import type { SessionStore } from '../../lib/storage/session-store.ts'
import { useForm } from '../../lib/view/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Form, Submit, TextField } from '../../ui/form/form.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { authRefusal } from '../../lib/api/auth-message.ts'
import { Failed } from '../../ui/failed.tsx'

type Way =
  | { readonly kind: 'code'; readonly factorId: string }
  | { readonly kind: 'password'; readonly email: string }
  | { readonly kind: 'mail'; readonly email: string }
  | { readonly kind: 'provider'; readonly provider: SignInProvider }

/** Asks the person to prove their identity again before a sensitive change, so that a stolen session is not enough. */
export function ProofForm({ onDone }: { onDone: () => void }) {
  const { session } = useServices()
  const canMail = useBootConfig()?.mail === true
  const [byMail, setByMail] = useState(false)
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['proof'],
    queryFn: () => within(readWay(session)),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  if (data === undefined && isError && !isFetching)
    return <Failed text={m.proof_failed()} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton className="h-11 w-full" />
  const way = byMail && data.kind === 'password' ? ({ kind: 'mail', email: data.email } as const) : data
  return (
    <div className="grid gap-4">
      <p className="text-ink-soft">{m.proof_text()}</p>
      {way.kind === 'provider' ? (
        <AskProvider way={way} />
      ) : (
        <AskSecret key={way.kind} way={way} onDone={onDone} />
      )}
      {way.kind === 'password' && canMail ? (
        <MailCode email={way.email} onSent={() => setByMail(true)} />
      ) : null}
    </div>
  )
}

/** Sends a code to the account's address, for people without a password. */
function MailCode({ email, onSent }: { email: string; onSent: () => void }) {
  const { session } = useServices()
  const form = useForm({
    initial: {},
    send: async () => {
      const auth = await session.client()
      const { error } = await within(auth.signInWithOtp({ email, options: { shouldCreateUser: false } }))
      if (error) return authRefusal(error)
      onSent()
      return undefined
    },
  })
  return (
    <Form form={form} className="grid gap-2">
      <Submit variant="quiet" size="md">
        {m.proof_by_mail()}
      </Submit>
    </Form>
  )
}

/** After this time, a request to the auth service counts as failed. */
const MAX_WAIT_MS = 10_000

function within<T>(answer: Promise<T>): Promise<T> {
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('The auth service does not answer.')), MAX_WAIT_MS)
  })
  return Promise.race([answer, late])
}

async function readWay(session: SessionStore): Promise<Way> {
  const { data, error } = await (await session.client()).getUser()
  if (error) throw error
  return wayOf(data.user)
}

/** Chooses the second step if there is one, the provider if the account has no password, and the password otherwise. */
function wayOf(user: User | null): Way {
  const factor = user?.factors?.find(({ status }) => status === 'verified')
  if (factor) return { kind: 'code', factorId: factor.id }
  const providers: unknown = user?.app_metadata['providers']
  const named = Array.isArray(providers) ? providers : []
  const provider = (['google', 'facebook', OIDC_PROVIDER] as const).find((name) => named.includes(name))
  if (provider && !named.includes('email')) return { kind: 'provider', provider }
  return { kind: 'password', email: user?.email ?? '' }
}

function AskProvider({ way: { provider } }: { way: Way & { kind: 'provider' } }) {
  const { session } = useServices()
  const names = {
    google: 'Google',
    facebook: 'Facebook',
    [OIDC_PROVIDER]: useBootConfig()?.signIn.oidc ?? '',
  }
  const leave = async () => {
    const auth = await session.client()
    await auth.signInWithOAuth({ provider, options: { redirectTo: location.href } })
  }
  return (
    <Button variant="primary" size="lg" onClick={() => void leave()}>
      {m.proof_with({ provider: names[provider] })}
    </Button>
  )
}

/** The field of a refusal of the auth service. */
const FIELD_OF_CODE = {
  invalid_credentials: 'proof',
  otp_expired: 'proof',
  mfa_verification_failed: 'proof',
  mfa_verification_rejected: 'proof',
  mfa_challenge_expired: 'proof',
} as const

interface SecretProps {
  readonly way: Way & { kind: 'code' | 'password' | 'mail' }
  readonly onDone: () => void
}

function AskSecret({ way, onDone }: SecretProps) {
  const { session } = useServices()
  const form = useForm({
    initial: { proof: '' },
    send: async ({ proof }) => {
      const error = await prove(session, way, proof)
      if (error) return authRefusal(error, FIELD_OF_CODE)
      onDone()
      return undefined
    },
  })
  const field =
    way.kind === 'code'
      ? ({ label: m.mfa_code(), inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 12 } as const)
      : way.kind === 'mail'
        ? ({
            label: m.proof_mail_code({ email: way.email }),
            inputMode: 'numeric',
            autoComplete: 'one-time-code',
            maxLength: 10,
          } as const)
        : ({
            label: m.account_current_password(),
            type: 'password',
            autoComplete: 'current-password',
          } as const)
  return (
    <Form form={form}>
      <TextField {...field} {...form.field('proof')} required data-autofocus />
      <Submit disabled={form.values.proof === ''}>{m.proof_confirm()}</Submit>
    </Form>
  )
}

/** Signs in again and ends the old session; returns the error, if any. */
async function prove(session: SessionStore, way: SecretProps['way'], secret: string) {
  const auth = await session.client()
  if (way.kind === 'code') {
    const { factorId } = way
    return (await auth.mfa.challengeAndVerify({ factorId, code: secret.trim() })).error
  }
  const old = session.current()?.accessToken
  const { email } = way
  const { error } =
    way.kind === 'mail'
      ? await auth.verifyOtp({ type: 'email', email, token: secret.trim() })
      : await auth.signInWithPassword({ email, password: secret })
  if (error === null && old !== undefined) await auth.admin.signOut(old, 'local')
  return error
}
