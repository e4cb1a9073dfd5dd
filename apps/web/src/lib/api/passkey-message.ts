import { m } from '@antojo/i18n/messages'
import { authMessage } from './auth-message.ts'

/** The message for an error of a passkey ceremony, of the browser or of the auth service, in the person's language. */
export function passkeyMessage(failure: {
  readonly message: string
  readonly code?: string | undefined
}): string {
  const code = failure.code ?? ''
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' || code === 'webauthn_credential_exists')
    return m.passkey_exists()
  if (code === 'webauthn_credential_not_found' || code === 'webauthn_verification_failed')
    return m.passkey_unknown()
  if (code === 'too_many_passkeys') return m.passkey_too_many()
  return code.startsWith('ERROR_') || code.startsWith('webauthn_')
    ? m.passkey_stopped()
    : authMessage(failure)
}
