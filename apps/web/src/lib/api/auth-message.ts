import { m } from '@antojo/i18n/messages'
import { failed, wrong, type Refusal } from '../view/use-form.ts'

interface AuthFailure {
  readonly message: string
  readonly code?: string | undefined
  readonly status?: number | undefined
}

/** The message for an error of the auth service, in the person's language. An unknown code keeps the service's own message. */
export function authMessage(failure: AuthFailure): string {
  switch (failure.code) {
    case 'invalid_credentials':
      return m.auth_error_invalid_credentials()
    case 'user_already_exists':
    case 'email_exists':
      return m.auth_error_user_already_exists()
    case 'weak_password':
      return m.auth_error_weak_password()
    case 'email_not_confirmed':
      return m.auth_error_email_not_confirmed()
    case 'current_password_required':
      return m.account_current_password_required()
    case 'current_password_invalid':
      return m.account_current_password_wrong()
    case 'reauthentication_needed':
      return m.proof_needed()
    case 'mfa_verification_rejected':
      return m.code_pair()
    case 'mfa_verification_failed':
    case 'mfa_challenge_expired':
      return m.mfa_wrong()
    case 'signup_disabled':
      return m.auth_error_signup_disabled()
    case 'over_request_rate_limit':
    case 'over_email_send_rate_limit':
      return m.auth_error_rate_limited()
    default:
      if (failure.status === 503) return m.error_database_unavailable()
      if (failure.status === 507) return m.error_storage_full()
      if (failure.status === 429) return m.auth_error_rate_limited()
      if (failure.status === 0 || failure.status === undefined) return m.auth_error_network()
      return failure.message
  }
}

/** The refusal of a form: errors of the auth service belong to a field by their code, any other is a failure. */
export function authRefusal<Name extends string>(
  failure: AuthFailure,
  fields: Readonly<Record<string, Name>> = {},
): Refusal<Record<Name, string>> {
  const text = authMessage(failure)
  const name = failure.code === undefined ? undefined : fields[failure.code]
  if (name === undefined) return failed(text, failure)
  const errors: Partial<Record<Name, string>> = {}
  errors[name] = text
  return wrong<Record<Name, string>>(errors)
}
