import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { signInExternally } from '../../accounts/external-sign-in.ts'
import type { AuthContext } from '../../context.ts'
import { inTransaction, sql } from '../../database.ts'
import { AuthError, invalid } from '../../errors.ts'
import { readBody, requireCaptcha } from '../../http/body.ts'
import { clientOf, type ClientRequest } from '../../http/client-request.ts'
import { depart, finishFlow } from '../../oauth/round-trip.ts'
import { challengeOf, type FlowRow, isExpired, pkceFields } from '../../pkce.ts'
import { withError } from '../../redirects.ts'
import { ssoAdminRoutes } from './admin-routes.ts'
import {
  findProviderByDomain,
  findSsoProvider,
  type RelayState,
  saveRelayState,
  type SsoProvider,
  takeRelayState,
} from './repo.ts'
import { samlAnswer, samlRequest, spMetadata } from './saml.ts'

const ssoSchema = z.object({
  provider_id: z.string().optional(),
  domain: z.string().optional(),
  skip_http_redirect: z.boolean().default(false),
  ...pkceFields,
})
/** Enough for a signed assertion with certificates and some hundred group names, in base64. */
const MAX_SAML_BYTES = 256 * 1024
const acsSchema = z.object({ SAMLResponse: z.string().default(''), RelayState: z.string().default('') })

/** Single sign-on over SAML 2.0: POST /sso redirects to the provider, POST /sso/saml/acs takes its answer. */
export function mountSaml(app: FastifyInstance, ctx: AuthContext): void {
  ssoAdminRoutes(app, ctx)

  app.post('/sso', async (request, reply) => {
    await requireCaptcha(ctx, request)
    const client = clientOf(ctx, request)
    const body = readBody(ssoSchema, request)
    const provider = await requireSsoProvider(ctx, body)
    const relayState = randomUUID()
    const { url, requestId } = await samlRequest(ctx, provider, relayState)
    await inTransaction(ctx.pool, async (tx) => {
      const { flowId } = await depart(tx, ctx, {
        provider: `sso:${provider.id}`,
        method: 'sso/saml',
        redirectTo: client.redirectTo,
        challenge: challengeOf(body),
        // The answer is a POST from another site, which sends no lax cookie.
        browser: undefined,
      })
      const ids = { sso_provider_id: provider.id, flow_state_id: flowId, request_id: requestId }
      await saveRelayState(tx, { id: relayState, ...ids })
    })
    return body.skip_http_redirect ? { url } : reply.redirect(url, 303)
  })

  app.get('/sso/saml/metadata', async (_request, reply) => {
    return reply.type('application/xml').header('cache-control', 'public, max-age=600').send(spMetadata(ctx))
  })

  app.post('/sso/saml/acs', { bodyLimit: MAX_SAML_BYTES }, async (request, reply) => {
    const client = clientOf(ctx, request)
    const { SAMLResponse: samlResponse, RelayState: relayId } = readBody(acsSchema, request)
    const relay = z.guid().safeParse(relayId).success ? await takeRelayState(ctx.pool, relayId) : undefined
    if (relay === undefined) throw new AuthError('saml_relay_state_not_found')
    const flow = await sql<FlowRow>`select * from auth.flow_states
        where id = ${relay.flow_state_id}`.one(ctx.pool)
    if (flow === undefined || isExpired(ctx, relay.created_at))
      throw new AuthError('saml_relay_state_expired')
    const target = await consume(ctx, { relay, flow, client, samlResponse }).catch((error: unknown) => {
      if (!(error instanceof AuthError)) throw error
      return withError(flow.redirect_to ?? ctx.settings.siteUrl, error, true)
    })
    return reply.redirect(target, 303)
  })
}

interface Arrival {
  relay: RelayState
  flow: FlowRow
  client: ClientRequest
  samlResponse: string
}

async function consume(ctx: AuthContext, { relay, flow, client, samlResponse }: Arrival): Promise<string> {
  const provider = await findSsoProvider(ctx.pool, relay.sso_provider_id)
  if (provider === undefined) throw new AuthError('sso_provider_not_found')
  requireEnabled(provider)
  const profile = await samlAnswer(ctx, provider, { samlResponse, requestId: relay.request_id })
  return inTransaction(ctx.pool, async (tx) => {
    const result = await signInExternally(tx, ctx, profile, client)
    if (result.kind !== 'user') throw new Error('single sign-on needs no confirmation')
    return finishFlow(tx, ctx, { flow, user: result.user, client })
  })
}

async function requireSsoProvider(ctx: AuthContext, body: z.output<typeof ssoSchema>): Promise<SsoProvider> {
  const { provider_id: id, domain } = body
  if ((id === undefined) === (domain === undefined))
    throw invalid('Only one of provider_id or domain supported')
  const isUuid = z.guid().safeParse(id).success
  const byId = id === undefined || !isUuid ? undefined : await findSsoProvider(ctx.pool, id)
  const provider = domain === undefined ? byId : await findProviderByDomain(ctx.pool, domain)
  if (provider === undefined) {
    const text = domain === undefined ? 'No such SSO provider' : 'No SSO provider assigned for this domain'
    throw new AuthError('sso_provider_not_found', text)
  }
  requireEnabled(provider)
  return provider
}

function requireEnabled(provider: SsoProvider): void {
  if (provider.disabled) throw new AuthError('sso_provider_disabled')
}
