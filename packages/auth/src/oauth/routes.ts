import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { linkIdentity, signInExternally } from '../accounts/external-sign-in.ts'
import type { AuthContext } from '../context.ts'
import { inTransaction, sql } from '../database.ts'
import { AuthError, describeError, invalid } from '../errors.ts'
import { readBody, readQuery } from '../http/body.ts'
import { clientOf, type ClientRequest } from '../http/client-request.ts'
import { notify, sendTokenMail } from '../mail/send.ts'
import { challengeOf, type FlowRow, issueCode, pkceFields } from '../pkce.ts'
import { withError, withFragment, withQuery } from '../redirects.ts'
import { findUserById } from '../users/repo.ts'
import { idTokenGrant } from './id-token-grant.ts'
import type { OAuthProvider } from './provider.ts'
import { arrive, bindBrowser, depart, finishFlow, readBrowser } from './round-trip.ts'

export const authorizeSchema = z.looseObject({
  provider: z.string().optional(),
  scopes: z.string().default(''),
  skip_http_redirect: z.string().optional(),
  ...pkceFields,
})

const callbackSchema = z.looseObject({
  state: z.string().optional(),
  error: z.string().optional(),
  error_description: z.string().optional(),
})

/**
 * Sign-in with outside providers: GET /authorize redirects there, GET or POST /callback is the way back, and apps send
 * the provider's ID token to POST /token.
 */
export function oauthRoutes(app: FastifyInstance, ctx: AuthContext): void {
  ctx.grants.set('id_token', (request) => idTokenGrant(ctx, request, clientOf(ctx, request)))

  app.get('/authorize', async (request, reply) => {
    const query = readQuery(authorizeSchema, request)
    const client = clientOf(ctx, request)
    const provider = requireProvider(ctx, query.provider)
    const trip = await depart(ctx.pool, ctx, {
      provider: provider.name,
      method: 'oauth',
      redirectTo: client.redirectTo,
      challenge: challengeOf(query),
      browser: bindBrowser(ctx, request, reply),
    })
    try {
      return reply.redirect((await provider.authorizationUrl(trip, wishOf(query))).href, 302)
    } catch (error) {
      // The browser is already here, so it goes back with an error: a page of JSON would have no link back.
      const failure = describeError(error)
      ctx.log.error({ failure, provider: provider.name }, 'OAuth provider unavailable')
      const shown = new AuthError('unexpected_failure', 'The provider cannot be reached', { status: 503 })
      return reply.redirect(withError(client.redirectTo, shown, true), 302)
    }
  })

  const callback = async (request: FastifyRequest, params: Record<string, unknown>): Promise<string> => {
    const client = clientOf(ctx, request)
    const { state, error, error_description: description } = callbackSchema.parse(params)
    let flow: FlowRow | undefined
    try {
      if (state === undefined) throw new AuthError('bad_oauth_callback')
      flow = await arrive(ctx, state, readBrowser(ctx, request))
      if (error === undefined) return await completeCallback(ctx, { flow, client, params, state })
      return providerRefused(flow.redirect_to ?? ctx.settings.siteUrl, error, description)
    } catch (thrown) {
      const target = flow?.redirect_to ?? ctx.settings.siteUrl
      if (thrown instanceof AuthError) return withError(target, thrown, true)
      if (flow === undefined) throw thrown
      const failure = describeError(thrown)
      ctx.log.error({ failure, provider: flow.provider_type }, 'OAuth callback failed')
      return withError(target, new AuthError('unexpected_failure', 'Unable to exchange external code'), true)
    }
  }
  app.get('/callback', { exposeHeadRoute: false, logLevel: 'warn' }, async (request, reply) =>
    reply.redirect(await callback(request, readQuery(z.record(z.string(), z.unknown()), request)), 302),
  )
  app.post('/callback', async (request, reply) =>
    reply.redirect(await callback(request, readBody(z.record(z.string(), z.unknown()), request)), 303),
  )
}

/** The configured provider; throws 400 `validation_failed`. */
export function requireProvider(ctx: AuthContext, name: string | undefined): OAuthProvider {
  const provider = name === undefined ? undefined : ctx.findProvider(name)
  if (provider === undefined) throw invalid('Unsupported provider: provider is not enabled')
  return provider
}

const OURS = new Set(
  'client_id client_secret code_challenge code_challenge_method invite_token nonce provider redirect_to redirect_uri response_type scope scopes skip_http_redirect state'.split(
    ' ',
  ),
)

/** Scopes and further parameters (`prompt`, `login_hint`…) that are passed on to the provider. */
export function wishOf(query: z.output<typeof authorizeSchema>): {
  scopes: string[]
  params: Record<string, string>
} {
  const scopes = query.scopes.split(/[\s,]+/).filter((scope) => scope !== '')
  const params = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    OURS.has(name) || typeof value !== 'string' ? [] : [[name, value]],
  )
  return { scopes, params: Object.fromEntries(params) }
}

const NO_TOKENS = { accessToken: undefined, refreshToken: undefined }

interface Return {
  flow: FlowRow
  client: ClientRequest
  params: Record<string, unknown>
  state: string
}

async function completeCallback(ctx: AuthContext, { flow, client, params, state }: Return): Promise<string> {
  const provider = requireProvider(ctx, flow.provider_type)
  const redirectUri = `${ctx.settings.externalUrl}/callback`
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(params))
    if (typeof value === 'string') url.searchParams.set(name, value)
  const { provider_verifier: verifier, provider_nonce: nonce } = flow
  const trip = { redirectUri, state, verifier: verifier ?? '', nonce: nonce ?? '' }
  const result = await provider.exchange(url, trip)
  const { profile } = result
  const { accessToken, refreshToken } = ctx.settings.providerTokens ? result : NO_TOKENS
  const outcome = await inTransaction(ctx.pool, async (tx) => {
    if (flow.linking_target_id !== null) await findUserById(tx, flow.linking_target_id, 'lock')
    const kept = await sql`update auth.flow_states set provider_access_token = ${accessToken},
      provider_refresh_token = ${refreshToken}, provider_verifier = null,
      provider_nonce = null where id = ${flow.id}`.run(tx)
    // A second step that was switched on meanwhile voids the flow.
    if (kept === 0) throw new AuthError('bad_oauth_state')
    if (flow.linking_target_id !== null && flow.browser_hash === null) {
      await sql`update auth.flow_states set pending_profile = ${profile} where id = ${flow.id}`.run(tx)
      const code = await issueCode(tx, flow.id, flow.linking_target_id)
      const target = withQuery(flow.redirect_to ?? ctx.settings.siteUrl, { code })
      return { kind: 'done', target, linked: undefined } as const
    }
    const signIn =
      flow.linking_target_id === null
        ? await signInExternally(tx, ctx, profile, client)
        : await linkIdentity(tx, flow.linking_target_id, profile)
    if (signIn.kind === 'unconfirmed') return signIn
    const tokens = { provider_token: accessToken, provider_refresh_token: refreshToken }
    return {
      kind: 'done',
      target: await finishFlow(tx, ctx, { flow, user: signIn.user, client }, tokens),
      linked: signIn.linked ? signIn.user : undefined,
    } as const
  })
  if (outcome.kind === 'done') {
    const { linked: user, target } = outcome
    if (user !== undefined) notify(ctx, { kind: 'identity_linked', user, client, detail: provider.name })
    return target
  }
  sendTokenMail(ctx, { ...outcome, kind: 'signup', to: outcome.email, client })
  const text = `Unverified email with ${provider.name}. A confirmation email has been sent to your ${provider.name} email`
  throw new AuthError('provider_email_needs_verification', text)
}

function providerRefused(target: string, error: string, description: string | undefined): string {
  const params = { error, error_code: 'bad_oauth_callback', error_description: description ?? error }
  return withFragment(withQuery(target, params), params)
}
