import { AuthError } from '../errors.ts'

/** `target` with the parameters in its fragment, as the implicit flow answers. */
export function withFragment(target: string, params: Record<string, string>): string {
  const url = new URL(target)
  url.hash = sorted({ ...params, sb: '' }).toString()
  return url.href
}

/** `target` with the parameters in its query, as the PKCE flow answers. */
export function withQuery(target: string, params: Record<string, string>): string {
  const url = new URL(target)
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  return url.href
}

const ERROR_BY_STATUS: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}
const DENIALS = new Set(['signup_disabled', 'user_banned', 'provider_email_needs_verification'])

/** `target` with an error: always in the fragment, for PKCE in the query too. */
export function withError(target: string, error: unknown, alsoInQuery: boolean): string {
  const known =
    error instanceof AuthError ? error : new AuthError(500, 'unexpected_failure', 'Unexpected failure')
  const params = {
    error: DENIALS.has(known.code) ? 'access_denied' : (ERROR_BY_STATUS[known.status] ?? 'server_error'),
    error_code: known.code,
    error_description: known.message,
  }
  return withFragment(alsoInQuery ? withQuery(target, params) : target, params)
}

/** The fragment parameters of a session answer. */
export function sessionParams(session: Record<string, unknown>): Record<string, string> {
  const names = [
    'access_token',
    'expires_at',
    'expires_in',
    'provider_refresh_token',
    'provider_token',
    'refresh_token',
    'token_type',
  ]
  const given = names.filter((name) => session[name] !== undefined)
  return Object.fromEntries(given.map((name) => [name, String(session[name])]))
}

function sorted(params: Record<string, string>): URLSearchParams {
  const query = new URLSearchParams(params)
  query.sort()
  return query
}
