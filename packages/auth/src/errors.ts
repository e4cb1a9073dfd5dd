import { randomUUID } from 'node:crypto'
import { isUnavailable } from '@antojo/db/retry-on-outage'

/** The codes that clients may get, each with its usual status and text. Clients translate the code. */
const ERRORS = {
  anonymous_provider_disabled: [422, 'Anonymous sign-ins are disabled'],
  bad_code_verifier: [400, 'code challenge does not match previously saved code verifier'],
  bad_json: [400, 'Could not parse request body as JSON'],
  bad_jwt: [403, 'invalid claim: missing sub claim'],
  bad_oauth_callback: [400, 'OAuth state parameter missing'],
  bad_oauth_state: [400, 'OAuth state not found or expired'],
  captcha_failed: [400, 'captcha protection: request disallowed'],
  conflict: [409, 'Too many concurrent requests, try again'],
  current_password_invalid: [400, 'Current password is invalid.'],
  current_password_required: [400, 'Current password required when setting new password.'],
  deletion_scheduled: [403, 'This account will be deleted unless it is restored'],
  email_conflict_identity_not_deletable: [422, 'Unable to unlink identity due to email conflict'],
  email_exists: [422, 'A user with this email address has already been registered'],
  email_not_confirmed: [400, 'Email not confirmed'],
  email_provider_disabled: [422, 'Email logins are disabled'],
  flow_state_already_used: [400, 'OAuth state was already used'],
  flow_state_expired: [422, 'invalid flow state, flow state has expired'],
  flow_state_not_found: [404, 'invalid flow state, no valid flow state found'],
  identity_already_exists: [422, 'Identity is already linked'],
  identity_not_found: [422, "Identity doesn't exist"],
  insufficient_aal: [403, 'AAL2 session is required for this change'],
  invalid_credentials: [400, 'Invalid login credentials'],
  manual_linking_disabled: [404, 'Manual linking is disabled'],
  mfa_challenge_expired: [422, 'MFA challenge has expired, create a new challenge.'],
  mfa_factor_name_conflict: [422, 'A factor with this name already exists'],
  mfa_factor_not_found: [404, 'Factor not found'],
  mfa_ip_address_mismatch: [422, 'Challenge and verify IP addresses mismatch.'],
  mfa_phone_enroll_not_enabled: [422, 'MFA enroll is disabled for phone'],
  mfa_phone_verify_not_enabled: [422, 'MFA verification is disabled for phone'],
  mfa_totp_enroll_not_enabled: [422, 'MFA enroll is disabled for totp'],
  mfa_totp_verify_not_enabled: [422, 'MFA verification is disabled for totp'],
  mfa_verification_failed: [422, 'Invalid code'],
  mfa_verification_rejected: [403, 'Too many wrong codes were entered: enter two codes in a row'],
  mfa_verified_factor_exists: [
    422,
    'A verified phone factor already exists, unenroll the existing factor to continue',
  ],
  mfa_webauthn_enroll_not_enabled: [422, 'MFA enroll is disabled for webauthn'],
  mfa_webauthn_verify_not_enabled: [422, 'MFA verification is disabled for webauthn'],
  no_authorization: [401, 'This endpoint requires a valid Bearer token'],
  not_admin: [403, 'User not allowed'],
  otp_disabled: [422, 'Signups not allowed for otp'],
  otp_expired: [403, 'Token has expired or is invalid'],
  over_email_send_rate_limit: [429, 'email rate limit exceeded'],
  over_request_rate_limit: [429, 'Request rate limit reached'],
  over_sms_send_rate_limit: [429, 'SMS rate limit exceeded'],
  passkey_disabled: [404, 'Passkeys are disabled'],
  phone_exists: [422, 'A user with this phone number has already been registered'],
  phone_not_confirmed: [400, 'Phone not confirmed'],
  phone_provider_disabled: [400, 'Unsupported phone provider'],
  provider_disabled: [400, 'Provider is not enabled'],
  provider_email_needs_verification: [422, 'Unverified email'],
  reauthentication_needed: [400, 'This change requires reauthentication'],
  reauthentication_not_valid: [422, 'Nonce has expired or is invalid'],
  refresh_token_already_used: [400, 'Invalid Refresh Token: Already Used'],
  refresh_token_not_found: [400, 'Invalid Refresh Token: Refresh Token Not Found'],
  request_entity_too_large: [413, 'Request body is too large'],
  request_timeout: [503, 'The database is not available, try again'],
  saml_assertion_no_email: [400, 'SAML Assertion does not contain an email address'],
  saml_assertion_no_user_id: [400, 'SAML Assertion did not contain a persistent Subject Identifier'],
  saml_idp_already_exists: [422, 'SAML Identity Provider with this EntityID already exists'],
  saml_metadata_fetch_failed: [404, 'SAML metadata could not be fetched from metadata_url'],
  saml_provider_disabled: [404, 'SAML 2.0 is disabled'],
  saml_relay_state_expired: [422, 'SAML RelayState has expired. Try logging in again?'],
  saml_relay_state_not_found: [404, 'SAML RelayState does not exist, try logging in again?'],
  same_password: [422, 'New password should be different from the old password.'],
  session_expired: [403, 'Session has expired'],
  session_not_found: [403, 'Session from session_id claim in JWT does not exist'],
  signup_disabled: [422, 'Signups not allowed for this instance'],
  single_identity_not_deletable: [422, 'User must have at least 1 identity after unlinking'],
  sms_send_failed: [422, 'Error sending the SMS'],
  sso_domain_already_exists: [422, 'A domain is already assigned to an SSO provider'],
  sso_provider_disabled: [404, 'SSO provider is disabled'],
  sso_provider_not_found: [404, 'No such SSO provider'],
  too_many_enrolled_mfa_factors: [422, 'Maximum number of verified factors reached, unenroll to continue'],
  too_many_passkeys: [422, 'Maximum number of passkeys reached'],
  unexpected_failure: [500, 'Unexpected failure, please check server logs for more information'],
  unknown: [404, 'Not found'],
  user_already_exists: [422, 'User already registered'],
  user_banned: [403, 'User is banned'],
  user_not_found: [404, 'User not found'],
  user_sso_managed: [422, 'Updating email, phone, password of a SSO account only possible via SSO'],
  validation_failed: [400, 'The request is not valid'],
  weak_password: [422, 'Password is too weak'],
  web3_provider_disabled: [422, 'Web3 provider is disabled'],
  web3_unsupported_chain: [400, 'Unsupported chain'],
  webauthn_challenge_expired: [422, 'Challenge has expired'],
  webauthn_challenge_not_found: [404, 'Challenge not found'],
  webauthn_credential_exists: [422, 'This passkey is already registered'],
  webauthn_credential_not_found: [404, 'Passkey not found'],
  webauthn_verification_failed: [400, 'The credential could not be verified'],
} as const

type AuthErrorCode = keyof typeof ERRORS

interface Deviation {
  readonly status?: number
  readonly extra?: Readonly<Record<string, unknown>>
}

/** An error that the client may see: HTTP status, stable code and text. */
export class AuthError extends Error {
  readonly status: number
  readonly code: AuthErrorCode
  readonly extra: Readonly<Record<string, unknown>>

  constructor(code: AuthErrorCode, text: string = ERRORS[code][1], deviation: Deviation = {}) {
    super(text)
    this.name = 'AuthError'
    this.status = deviation.status ?? ERRORS[code][0]
    this.code = code
    this.extra = deviation.extra ?? {}
  }
}

/** A refusal in the shape of OAuth 2 (RFC 6749 §5.2); always status 400. */
export class OAuthError extends Error {
  readonly error: string

  constructor(error: string, description: string) {
    super(description)
    this.name = 'OAuthError'
    this.error = error
  }
}

/** 400 `validation_failed`. */
export function invalid(message: string): AuthError {
  return new AuthError('validation_failed', message)
}

interface RenderedError {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: Record<string, unknown>
}

const API_VERSION = '2024-01-01'

/**
 * The answer for any thrown value. Clients that send `X-Supabase-Api-Version` ≥ 2024-01-01 get `{code, message}`, older
 * ones `{code: status, error_code, msg}`. The text of an unknown failure is not shown.
 */
export function renderError(error: unknown, apiVersion: string | undefined): RenderedError {
  if (error instanceof OAuthError)
    return { status: 400, headers: {}, body: { error: error.error, error_description: error.message } }
  const known = error instanceof AuthError ? error : new AuthError('unexpected_failure')
  const { status, code, message, extra } = known
  const headers = { 'x-sb-error-code': code }
  if (isCurrentVersion(apiVersion)) {
    const body = { code, message, ...extra }
    return { status, headers: { ...headers, 'x-supabase-api-version': API_VERSION }, body }
  }
  const trace = status >= 500 ? { error_id: randomUUID() } : {}
  return { status, headers, body: { code: status, error_code: code, msg: message, ...extra, ...trace } }
}

function isCurrentVersion(version: string | undefined): boolean {
  return version !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= API_VERSION
}

/**
 * The parts of a failure that may be logged: kind, code, text, and a defect's stack. Libraries keep requests and responses
 * with tokens in the other properties.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: 'not an Error' }
  const { name, message, code, stack }: Error & { readonly code?: unknown } = error
  return { name, message, code, stack: isUnavailable(error) ? undefined : stack }
}
