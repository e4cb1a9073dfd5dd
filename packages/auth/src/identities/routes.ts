import type { PoolClient } from 'pg'
import type { FastifyInstance } from 'fastify'
import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { inTransaction, run } from '../database.ts'
import { AuthError, invalid } from '../errors.ts'
import { challengeOf } from '../flow/pkce.ts'
import { requireUser } from '../http/bearer.ts'
import { readId, readQuery } from '../http/body.ts'
import { clientOf } from '../http/client-request.ts'
import { keepsCookies } from '../http/device.ts'
import { authorizeSchema, requireProvider, wishOf } from '../oauth/routes.ts'
import { bindBrowser, depart } from '../oauth/round-trip.ts'
import { takenError } from '../user/taken.ts'
import { findUserByEmail, findUserById, refreshProviders, updateUser } from '../users/repo.ts'
import type { IdentityRow, UserRow } from '../users/row.ts'

/** Adding outside identities to the signed-in user, and taking them away. */
export function identityRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.get('/user/identities/authorize', async (request, reply) => {
    const { user } = await requireUser(ctx, request)
    requireManualLinking(ctx)
    const query = readQuery(authorizeSchema, request)
    const provider = requireProvider(ctx, query.provider)
    const challenge = challengeOf(query)
    // Without a cookie the flow is bound to no browser: its identity is linked only when the code is redeemed.
    const bound = keepsCookies(request)
    if (!bound && challenge === undefined) throw invalid('Linking from another origin requires the PKCE flow')
    const trip = await depart(ctx.pool, ctx, {
      provider: provider.name,
      method: 'oauth',
      redirectTo: clientOf(ctx, request).redirectTo,
      challenge,
      linkingTarget: user.id,
      browser: bound ? bindBrowser(ctx, request, reply) : undefined,
    })
    const url = await provider.authorizationUrl(trip, wishOf(query))
    if (query.skip_http_redirect === 'true') return { url: url.href }
    return reply.redirect(url.href, 302)
  })

  app.delete('/user/identities/:identity_id', async (request) => {
    const { user } = await requireUser(ctx, request)
    requireManualLinking(ctx)
    const identityId = readId(request, 'identity_id')
    await inTransaction(ctx.pool, (tx) => unlink(tx, user.id, identityId)).catch((error: unknown) => {
      if (takenError(error) === undefined) throw error
      throw conflict()
    })
    return {}
  })
}

async function unlink(tx: PoolClient, userId: string, identityId: string): Promise<void> {
  const user = await findUserById(tx, userId, 'lock')
  if (user === undefined) throw new AuthError(403, 'user_not_found', 'User not found')
  if (user.identities.length <= 1) {
    throw new AuthError(
      422,
      'single_identity_not_deletable',
      'User must have at least 1 identity after unlinking',
    )
  }
  const identity = user.identities.find((candidate) => candidate.id === identityId)
  if (identity === undefined) throw new AuthError(422, 'identity_not_found', `Identity doesn't exist`)
  await run(tx, 'delete from auth.identities where id = $1', [identity.id])
  await dropAddresses(tx, user, identity)
  await refreshProviders(tx, userId)
  await audit(tx, { action: 'identity_unlinked', userId, traits: { provider: identity.provider } })
}

/** The user's address goes with the identity that owned it; another identity's takes its place. */
async function dropAddresses(tx: PoolClient, user: UserRow, identity: IdentityRow): Promise<void> {
  if (identity.provider === 'phone') {
    await updateUser(tx, user.id, { phone: null, phone_confirmed_at: null })
    return
  }
  const rest = user.identities.filter((candidate) => candidate.id !== identity.id)
  if (identity.email === null || user.email !== identity.email) return
  if (rest.some((candidate) => candidate.email === user.email)) return
  const heir = rest.find((candidate) => candidate.email !== null)
  const email = heir?.email ?? null
  if (email !== null && (await findUserByEmail(tx, email)) !== undefined) throw conflict()
  const verified = heir?.identity_data['email_verified'] === true
  await updateUser(tx, user.id, { email, email_confirmed_at: verified ? new Date() : null })
}

function conflict(): AuthError {
  const text = 'Unable to unlink identity due to email conflict'
  return new AuthError(422, 'email_conflict_identity_not_deletable', text)
}

function requireManualLinking(ctx: AuthContext): void {
  if (ctx.settings.manualLinking.enabled) return
  throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled')
}
