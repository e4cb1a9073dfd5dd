import { m } from '@antojo/i18n/messages'
import { KeyRound } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useServices } from '../../lib/services.tsx'
import type { SessionStore } from '../../lib/storage/session-store.ts'
import { toast } from '../../lib/view/toasts.ts'
import { failed, useForm } from '../../lib/view/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { passkeyMessage } from '../../lib/api/passkey-message.ts'

/** Signs in by a passkey: with a button, and among the suggestions of the email field where browsers show them there. */
export function PasskeySignIn() {
  const { session } = useServices()
  const greet = () => {
    // Not before the code of the second step.
    if (session.current() !== null) toast.success(m.auth_login_done())
  }
  const form = useForm({
    initial: {},
    send: async () => {
      const { error } = await (await session.client()).signInWithPasskey()
      if (error) return failed(passkeyMessage(error))
      greet()
      return undefined
    },
  })
  const suggest = useEffectEvent(async (signal: AbortSignal) => {
    if (await signInBySuggestion(session, signal)) greet()
  })
  useEffect(() => {
    const leaving = new AbortController()
    // Suggestions are an offer: where they fail, the button stands.
    suggest(leaving.signal).catch(() => undefined)
    return () => leaving.abort()
  }, [])
  if (!('PublicKeyCredential' in window)) return null
  return (
    <Form form={form} className="mt-3 grid gap-2">
      <Button type="submit" size="lg" busy={form.busy}>
        <KeyRound aria-hidden className="size-4.5" />
        {m.passkey_sign_in()}
      </Button>
    </Form>
  )
}

/** Waits until the person chooses a passkey among the suggestions of the email field. False where there are none. */
async function signInBySuggestion(session: SessionStore, signal: AbortSignal): Promise<boolean> {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable())) return false
  const { passkey } = await session.client()
  const { data } = await passkey.startAuthentication()
  if (data === null || signal.aborted) return false
  const { challenge, rpId = location.hostname, userVerification = 'required' } = data.options
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({ challenge, rpId, userVerification })
  const chosen = await navigator.credentials.get({ mediation: 'conditional', publicKey, signal })
  if (!(chosen instanceof PublicKeyCredential)) return false
  const { id, rawId, response } = chosen.toJSON()
  if (!('signature' in response)) return false
  const credential = { id, rawId, response, type: 'public-key', clientExtensionResults: {} } as const
  const answer = await passkey.verifyAuthentication({ challengeId: data.challenge_id, credential })
  return answer.error === null
}
