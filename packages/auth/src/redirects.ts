import { isIP } from 'node:net'
import { AuthError } from './errors.ts'
import { isLoopback } from './network.ts'

/**
 * True when the service may send a browser to `candidate`: same scheme, host and port as the site
 * (any port on loopback), or a match of the allow-list. `*` matches within a label or path
 * segment, `**` across them. Hosts given as an address are refused unless loopback.
 */
export function isAllowedRedirect(candidate: string, siteUrl: string, allowList: readonly string[]): boolean {
  if (!URL.canParse(candidate) || hasControlCharacter(candidate)) return false
  const url = new URL(candidate)
  const site = new URL(siteUrl)
  if (
    url.protocol === 'javascript:' ||
    url.protocol === 'data:' ||
    url.username !== '' ||
    url.password !== ''
  )
    return false
  const loopback = isLoopback(url)
  // WHATWG parsing turns decimal and hexadecimal hosts into dotted ones, so the original text is checked.
  const written = /^[a-z][a-z0-9+.-]*:\/\/([^/?#:]+)/i.exec(candidate)?.[1]
  if (/^(\d+|0x[0-9a-f]+)$/i.test(written ?? '')) return false
  if (isIP(url.hostname.replaceAll(/[[\]]/g, '')) !== 0 && !loopback) return false
  if (
    url.protocol === site.protocol &&
    url.hostname === site.hostname &&
    (loopback || url.port === site.port)
  )
    return true
  const withoutFragment = candidate.split('#', 1)[0] ?? ''
  return allowList.some((glob) => globPattern(glob).test(withoutFragment))
}

function hasControlCharacter(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- exactly these must not reach a Location header
  return /[\u0000-\u0020\u007f\\]/.test(text)
}

/** A glob as an anchored pattern; separators are "." and "/". */
function globPattern(glob: string): RegExp {
  const source = glob.replaceAll(/\*\*|\*|\?|[^*?]+/g, (part) => {
    if (part === '**') return '.*'
    if (part === '*') return '[^./]*'
    if (part === '?') return '[^./]'
    return part.replaceAll(/[\\^$.|+()[\]{}]/g, '\\$&')
  })
  return new RegExp(`^${source}$`)
}

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
  const known = error instanceof AuthError ? error : new AuthError('unexpected_failure', 'Unexpected failure')
  const params = {
    error: DENIALS.has(known.code) ? 'access_denied' : (ERROR_BY_STATUS[known.status] ?? 'server_error'),
    error_code: known.code,
    error_description: known.message,
  }
  return withFragment(alsoInQuery ? withQuery(target, params) : target, params)
}

/** The fragment parameters of a session answer. */
export function sessionParams(session: Record<string, unknown>): Record<string, string> {
  const names =
    'access_token expires_at expires_in provider_refresh_token provider_token refresh_token token_type'
  const given = names.split(' ').filter((name) => session[name] !== undefined)
  return Object.fromEntries(given.map((name) => [name, String(session[name])]))
}

function sorted(params: Record<string, string>): URLSearchParams {
  const query = new URLSearchParams(params)
  query.sort()
  return query
}
