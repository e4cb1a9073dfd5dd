import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PoolClient } from 'pg'
import type { AuthContext } from '../context.ts'
import { type Queryable, sql } from '../database.ts'
import { AuthError } from '../errors.ts'
import type { ClientRequest } from '../http/client-request.ts'
import { type Challenge, type FlowRow, isExpired, issueCode } from '../pkce.ts'
import { sessionParams, withFragment, withQuery } from '../redirects.ts'
import { randomToken, sameSecret, sha256 } from '../secrets.ts'
import { type AuthMethod, createSession, presentSession, type SessionRow } from '../sessions/session.ts'
import type { UserRow } from '../users/row.ts'
import type { RoundTrip } from './provider.ts'

const COOKIE_S = 3600

interface Departure {
  provider: string
  method: AuthMethod
  redirectTo: string
  challenge: Challenge | undefined
  /** The user who gets the identity. */
  linkingTarget?: string
  /** The cookie value of the browser that leaves; undefined where no cookie can be set. */
  browser: string | undefined
}

/** Stores a sign-in that leaves for a provider, with hashes of state and browser only. */
export async function depart(
  db: Queryable,
  ctx: AuthContext,
  departure: Departure,
): Promise<RoundTrip & { flowId: string }> {
  const trip: RoundTrip = {
    redirectUri: `${ctx.settings.externalUrl}/callback`,
    state: randomToken(),
    verifier: randomToken(),
    nonce: randomToken(),
  }
  const { challenge, browser } = departure
  const row = await sql<{ id: string }>`insert into auth.flow_states
       (provider_type, authentication_method, code_challenge, code_challenge_method, redirect_to,
       linking_target_id, state_hash, browser_hash, provider_verifier, provider_nonce)
     values (${departure.provider}, ${departure.method}, ${challenge?.challenge}, ${challenge?.method},
       ${departure.redirectTo}, ${departure.linkingTarget}, ${sha256(trip.state)},
       ${browser && sha256(browser)}, ${trip.verifier}, ${trip.nonce}) returning id`.only(db)
  return { ...trip, flowId: row.id }
}

/** Takes the flow of a state: once, in time, and in the browser that started it. */
export async function arrive(ctx: AuthContext, state: string, browser: string | undefined): Promise<FlowRow> {
  const flow = await sql<FlowRow>`update auth.flow_states set used_at = now()
    where state_hash = ${sha256(state)} and used_at is null returning *`.one(ctx.pool)
  if (flow === undefined) {
    const used = await sql`select 1 from auth.flow_states where state_hash = ${sha256(state)}`.one(ctx.pool)
    if (used !== undefined) throw new AuthError('flow_state_already_used')
    throw new AuthError('bad_oauth_state')
  }
  if (isExpired(ctx, flow.created_at)) throw new AuthError('bad_oauth_state', 'OAuth state has expired')
  if (
    flow.browser_hash !== null &&
    (browser === undefined || !sameSecret(flow.browser_hash, sha256(browser)))
  ) {
    throw new AuthError('bad_oauth_state', 'OAuth state belongs to another browser')
  }
  return flow
}

/** The browser's flow cookie, as it was sent. */
export function readBrowser(ctx: Pick<AuthContext, 'settings'>, request: FastifyRequest): string | undefined {
  const { name } = cookieFor(ctx)
  return new RegExp(`(?:^|;\\s*)${name}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1]
}

/** Sets the cookie that identifies the browser on return; several tabs share it. */
export function bindBrowser(
  ctx: Pick<AuthContext, 'settings'>,
  request: FastifyRequest,
  reply: FastifyReply,
): string {
  const value = readBrowser(ctx, request) ?? randomToken()
  const { name, attributes } = cookieFor(ctx)
  void reply.header(
    'set-cookie',
    `${name}=${value}; Max-Age=${COOKIE_S}; HttpOnly; SameSite=Lax; ${attributes}`,
  )
  return value
}

/** With `__Host-`, no sibling domain and no page without TLS can set the cookie. */
function cookieFor({ settings }: Pick<AuthContext, 'settings'>): { name: string; attributes: string } {
  const { pathname, protocol } = new URL(`${settings.externalUrl}/`)
  return protocol === 'https:'
    ? { name: '__Host-sb-flow', attributes: 'Path=/; Secure' }
    : { name: 'sb-flow', attributes: `Path=${pathname}` }
}

interface CompletedFlow {
  flow: FlowRow
  user: UserRow
  client: ClientRequest
}

/**
 * Returns the URL that the browser goes to at the end: with a code under PKCE, else with the session in the fragment.
 * The client also gets `tokens`, the provider's own.
 */
export async function finishFlow(
  tx: PoolClient,
  ctx: AuthContext,
  completed: CompletedFlow,
  tokens: Record<string, string | undefined> = {},
): Promise<string> {
  const { flow, user } = completed
  const target = flow.redirect_to ?? ctx.settings.siteUrl
  if (flow.code_challenge !== null) return withQuery(target, { code: await issueCode(tx, flow.id, user.id) })
  // The row stays until it is purged, so that a second use of its state is recognised.
  await sql`update auth.flow_states set provider_access_token = null, provider_refresh_token = null
      where id = ${flow.id}`.run(tx)
  const session = await openFlowSession(tx, ctx, completed)
  return withFragment(target, sessionParams({ ...(await presentSession(ctx, user, session)), ...tokens }))
}

export function openFlowSession(
  tx: PoolClient,
  ctx: AuthContext,
  { flow, user, client }: CompletedFlow,
): Promise<SessionRow> {
  const method = flow.authentication_method
  const ssoProvider = method === 'sso/saml' ? flow.provider_type.replace(/^sso:/, '') : undefined
  return createSession(tx, ctx, { user, client, method, ssoProvider })
}
