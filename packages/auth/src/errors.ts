import { randomUUID } from 'node:crypto'

/** Every error code that clients may get. The code is also the key of its translation. */
export type AuthErrorCode =
  | 'anonymous_provider_disabled'
  | 'bad_code_verifier'
  | 'bad_json'
  | 'bad_jwt'
  | 'bad_oauth_callback'
  | 'bad_oauth_state'
  | 'captcha_failed'
  | 'conflict'
  | 'current_password_invalid'
  | 'current_password_required'
  | 'deletion_scheduled'
  | 'email_address_not_provided'
  | 'email_conflict_identity_not_deletable'
  | 'email_exists'
  | 'email_not_confirmed'
  | 'email_provider_disabled'
  | 'feature_disabled'
  | 'flow_state_already_used'
  | 'flow_state_expired'
  | 'flow_state_not_found'
  | 'identity_already_exists'
  | 'identity_not_found'
  | 'insufficient_aal'
  | 'invalid_credentials'
  | 'manual_linking_disabled'
  | 'mfa_challenge_expired'
  | 'mfa_factor_name_conflict'
  | 'mfa_factor_not_found'
  | 'mfa_ip_address_mismatch'
  | 'mfa_phone_enroll_not_enabled'
  | 'mfa_phone_verify_not_enabled'
  | 'mfa_totp_enroll_not_enabled'
  | 'mfa_totp_verify_not_enabled'
  | 'mfa_verification_failed'
  | 'mfa_verification_rejected'
  | 'mfa_verified_factor_exists'
  | 'mfa_webauthn_enroll_not_enabled'
  | 'mfa_webauthn_verify_not_enabled'
  | 'no_authorization'
  | 'not_admin'
  | 'otp_disabled'
  | 'otp_expired'
  | 'over_email_send_rate_limit'
  | 'over_request_rate_limit'
  | 'over_sms_send_rate_limit'
  | 'passkey_disabled'
  | 'phone_exists'
  | 'phone_not_confirmed'
  | 'phone_provider_disabled'
  | 'provider_disabled'
  | 'provider_email_needs_verification'
  | 'reauthentication_needed'
  | 'reauthentication_not_valid'
  | 'refresh_token_already_used'
  | 'refresh_token_not_found'
  | 'request_entity_too_large'
  | 'request_timeout'
  | 'saml_assertion_no_email'
  | 'saml_assertion_no_user_id'
  | 'saml_idp_already_exists'
  | 'saml_metadata_fetch_failed'
  | 'saml_provider_disabled'
  | 'saml_relay_state_expired'
  | 'saml_relay_state_not_found'
  | 'same_password'
  | 'session_expired'
  | 'session_not_found'
  | 'signup_disabled'
  | 'single_identity_not_deletable'
  | 'sms_send_failed'
  | 'sso_domain_already_exists'
  | 'sso_provider_disabled'
  | 'sso_provider_not_found'
  | 'too_many_enrolled_mfa_factors'
  | 'too_many_passkeys'
  | 'unexpected_failure'
  | 'unknown'
  | 'user_already_exists'
  | 'user_banned'
  | 'user_not_found'
  | 'user_sso_managed'
  | 'validation_failed'
  | 'weak_password'
  | 'web3_provider_disabled'
  | 'web3_unsupported_chain'
  | 'webauthn_challenge_expired'
  | 'webauthn_challenge_not_found'
  | 'webauthn_credential_exists'
  | 'webauthn_credential_not_found'
  | 'webauthn_verification_failed'

/** An error that the client may see: HTTP status, stable code and text. */
export class AuthError extends Error {
  readonly status: number
  readonly code: AuthErrorCode
  readonly extra: Readonly<Record<string, unknown>>

  constructor(
    status: number,
    code: AuthErrorCode,
    message: string,
    extra: Readonly<Record<string, unknown>> = {},
  ) {
    super(message)
    this.name = 'AuthError'
    this.status = status
    this.code = code
    this.extra = extra
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
  return new AuthError(400, 'validation_failed', message)
}

export interface RenderedError {
  status: number
  headers: Record<string, string>
  body: Record<string, unknown>
}

const API_VERSION = '2024-01-01'
const UNEXPECTED = 'Unexpected failure, please check server logs for more information'

/**
 * The answer for any thrown value. Clients that send `X-Supabase-Api-Version` ≥ 2024-01-01 get `{code, message}`, older
 * ones `{code: status, error_code, msg}`. The text of an unknown failure is not shown.
 */
export function renderError(error: unknown, apiVersion: string | undefined): RenderedError {
  if (error instanceof OAuthError) {
    return { status: 400, headers: {}, body: { error: error.error, error_description: error.message } }
  }
  const known = error instanceof AuthError ? error : new AuthError(500, 'unexpected_failure', UNEXPECTED)
  const headers: Record<string, string> = { 'x-sb-error-code': known.code }
  if (isCurrentVersion(apiVersion)) {
    headers['x-supabase-api-version'] = API_VERSION
    return {
      status: known.status,
      headers,
      body: { code: known.code, message: known.message, ...known.extra },
    }
  }
  const body: Record<string, unknown> = {
    code: known.status,
    error_code: known.code,
    msg: known.message,
    ...known.extra,
  }
  if (known.status >= 500) body['error_id'] = randomUUID()
  return { status: known.status, headers, body }
}

function isCurrentVersion(version: string | undefined): boolean {
  return version !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= API_VERSION
}

/**
 * The parts of a failure that may be logged: kind, code, text and stack. Libraries keep requests and responses with
 * tokens in the other properties.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: 'not an Error' }
  const code = 'code' in error ? error.code : undefined
  return { name: error.name, message: error.message, code, stack: error.stack }
}
