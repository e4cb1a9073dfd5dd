import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { PoolClient } from 'pg'
import { decodeJwt, decodeProtectedHeader, type JWTPayload } from 'jose'
import { z } from 'zod'
import { linkIdentity, signInExternally } from '../accounts/external-sign-in.ts'
import type { ExternalProfile } from '../accounts/ports.ts'
import type { Answer, AuthContext } from '../context.ts'
import { lockForChange, requireMayChange } from '../credentials/guard.ts'
import { inTransaction } from '../database.ts'
import { AuthError, invalid, OAuthError } from '../errors.ts'
import { type Authenticated, requireUser } from '../http/bearer.ts'
import { readBody } from '../http/body.ts'
import type { ClientRequest } from '../http/client-request.ts'
import { notify, sendTokenMail } from '../mail/send.ts'
import { sameSecret } from '../secrets.ts'
import { createSession, presentSession } from '../sessions/session.ts'
import { profileOf } from './provider.ts'

const bodySchema = z.object({
  id_token: z.string().optional(),
  provider: z.string().optional(),
  access_token: z.string().optional(),
  nonce: z.string().optional(),
  link_identity: z.boolean().default(false),
})
type IdTokenBody = z.output<typeof bodySchema>

/** The wire format has a special answer for these providers. */
const KNOWN = new Set('google apple azure facebook keycloak kakao snapchat vercel_marketplace'.split(' '))

/** A session for an ID token that a native app got from the provider. */
export async function idTokenGrant(
  ctx: AuthContext,
  request: FastifyRequest,
  client: ClientRequest,
): Promise<Answer> {
  const body = readBody(bodySchema, request)
  const target = body.link_identity ? await requireUser(ctx, request) : undefined
  if (target !== undefined) requireMayChange(ctx, target)
  if (body.link_identity && !ctx.settings.manualLinking.enabled)
    throw new AuthError('manual_linking_disabled')
  const { claims, provider, settings } = await requireIdToken(ctx, body)
  requireNonce(body.nonce, claims['nonce'], settings.skipNonceCheck)
  if (body.access_token !== undefined) requireAccessTokenHash(body.access_token, claims, body.id_token ?? '')
  const profile = profileOf(provider, claims, settings)
  const outcome = await inTransaction(ctx.pool, async (tx) => {
    const signIn =
      target === undefined
        ? await signInExternally(tx, ctx, profile, client)
        : await linkFor(tx, target, profile)
    if (signIn.kind === 'unconfirmed') return signIn
    return {
      ...signIn,
      session: await createSession(tx, ctx, { user: signIn.user, client, method: 'oauth' }),
    }
  })
  if (outcome.kind === 'user') {
    const { user } = outcome
    if (outcome.linked) notify(ctx, { kind: 'identity_linked', user, client, detail: provider })
    return presentSession(ctx, user, outcome.session)
  }
  sendTokenMail(ctx, { ...outcome, kind: 'signup', to: outcome.email, client })
  throw new AuthError('provider_email_needs_verification', `Unverified email with ${provider}`)
}

async function linkFor(tx: PoolClient, caller: Authenticated, profile: ExternalProfile) {
  const { id } = await lockForChange(tx, caller)
  return linkIdentity(tx, id, profile)
}

async function requireIdToken(ctx: AuthContext, body: IdTokenBody) {
  const { provider, id_token: token } = body
  if (token === undefined || provider === undefined)
    throw new OAuthError('invalid request', 'id_token and provider required')
  const settings = ctx.settings.providers[provider]
  if (settings === undefined) {
    if (KNOWN.has(provider))
      throw new AuthError('provider_disabled', `Provider (issuer "${provider}") is not enabled`)
    throw invalid(`Custom OIDC provider "${provider}" not allowed`)
  }
  const verify = ctx.findIdTokenVerifier(provider)
  if (verify === undefined) throw invalid(`Custom OIDC provider "${provider}" not allowed`)
  try {
    decodeJwt(token)
    return { provider, settings, claims: await verify(token) }
  } catch {
    throw new OAuthError('invalid request', 'Bad ID token')
  }
}

function requireNonce(given: string | undefined, claimed: unknown, skip: boolean): void {
  if (skip) return
  const inToken = typeof claimed === 'string' && claimed !== '' ? claimed : undefined
  if ((given === undefined) !== (inToken === undefined)) {
    throw new OAuthError(
      'invalid request',
      'Passed nonce and nonce in id_token should either both exist or not.',
    )
  }
  if (given === undefined || inToken === undefined) return
  if (!sameSecret(createHash('sha256').update(given).digest('hex'), inToken))
    throw new OAuthError('invalid nonce', 'Nonces mismatch')
}

/** OpenID Connect Core §3.2.2.9: the left half of the token's hash, by the algorithm of the signature. */
function requireAccessTokenHash(accessToken: string, claims: JWTPayload, idToken: string): void {
  const expected = claims['at_hash']
  if (typeof expected !== 'string')
    throw new OAuthError('invalid request', 'ID token has no at_hash for the access token')
  const bits = /(256|384|512)$/.exec(decodeProtectedHeader(idToken).alg ?? '')?.[1] ?? '256'
  const digest = createHash(`sha${bits}`).update(accessToken).digest()
  if (sameSecret(digest.subarray(0, digest.length / 2).toString('base64url'), expected)) return
  throw new OAuthError('invalid request', 'Access token does not match the ID token')
}
