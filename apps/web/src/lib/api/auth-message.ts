import { m } from '@antojo/i18n/messages'
import { failed, wrong, type Refusal } from '../view/use-form.ts'

interface AuthFailure {
  readonly message: string
  readonly code?: string | undefined
  readonly status?: number | undefined
}

const MESSAGES: ReadonlyMap<string | undefined, () => string> = new Map([
  ['invalid_credentials', m.auth_error_invalid_credentials],
  ['user_already_exists', m.auth_error_user_already_exists],
  ['email_exists', m.auth_error_user_already_exists],
  ['weak_password', m.auth_error_weak_password],
  ['email_not_confirmed', m.auth_error_email_not_confirmed],
  ['current_password_required', m.account_current_password_required],
  ['current_password_invalid', m.account_current_password_wrong],
  ['reauthentication_needed', m.proof_needed],
  ['mfa_verification_rejected', m.code_pair],
  ['mfa_verification_failed', m.mfa_wrong],
  ['mfa_challenge_expired', m.mfa_wrong],
  ['signup_disabled', m.auth_error_signup_disabled],
  ['over_request_rate_limit', m.auth_error_rate_limited],
  ['over_email_send_rate_limit', m.auth_error_rate_limited],
])

/** The message for an error of the auth service, in the person's language. An unknown code keeps the service's own message. */
export function authMessage({ code, status, message }: AuthFailure): string {
  const known = MESSAGES.get(code)
  if (known) return known()
  if (status === 503) return m.error_database_unavailable()
  if (status === 507) return m.error_storage_full()
  if (status === 429) return m.auth_error_rate_limited()
  return status === 0 || status === undefined ? m.auth_error_network() : message
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
