import type { PoolClient } from 'pg'
import type { FastifyInstance } from 'fastify'
import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { lockForChange, requireMayChange } from '../credentials/guard.ts'
import { duplicateKey, inTransaction, sql } from '../database.ts'
import { AuthError, invalid } from '../errors.ts'
import { type Authenticated, requireUser } from '../http/bearer.ts'
import { readId, readQuery } from '../http/body.ts'
import { clientOf } from '../http/client-request.ts'
import { keepsCookies } from '../http/device.ts'
import { notify } from '../mail/send.ts'
import { bindBrowser, depart } from '../oauth/round-trip.ts'
import { authorizeSchema, requireProvider, wishOf } from '../oauth/routes.ts'
import { challengeOf } from '../pkce.ts'
import { findUserByEmail, refreshProviders, reloadUser, updateUser } from '../users/repo.ts'
import type { IdentityRow, UserRow } from '../users/row.ts'

/** Links outside identities to the signed-in user and unlinks them. */
export function identityRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.get('/user/identities/authorize', async (request, reply) => {
    const caller = await requireUser(ctx, request)
    requireManualLinking(ctx)
    requireMayChange(ctx, caller)
    const query = readQuery(authorizeSchema, request)
    const provider = requireProvider(ctx, query.provider)
    const challenge = challengeOf(query)
    // Without a cookie the flow is bound to no browser, so its identity is linked only when the code is redeemed.
    const bound = keepsCookies(request)
    if (!bound && challenge === undefined) throw invalid('Linking from another origin requires the PKCE flow')
    const trip = await depart(ctx.pool, ctx, {
      provider: provider.name,
      method: 'oauth',
      redirectTo: clientOf(ctx, request).redirectTo,
      challenge,
      linkingTarget: caller.user.id,
      browser: bound ? bindBrowser(ctx, request, reply) : undefined,
    })
    const url = await provider.authorizationUrl(trip, wishOf(query))
    if (query.skip_http_redirect === 'true') return { url: url.href }
    return reply.redirect(url.href, 302)
  })

  app.delete('/user/identities/:identity_id', async (request) => {
    const caller = await requireUser(ctx, request)
    requireManualLinking(ctx)
    const identityId = readId(request, 'identity_id')
    requireMayChange(ctx, caller)
    const unlinking = inTransaction(ctx.pool, (tx) => unlink(tx, caller, identityId))
    const { before, after, provider } = await unlinking.catch((error: unknown) => {
      throw duplicateKey(error) === 'users_email_key' ? conflict() : error
    })
    const client = clientOf(ctx, request)
    notify(ctx, { kind: 'identity_unlinked', user: before, client, detail: provider })
    if (after.email !== before.email)
      notify(ctx, { kind: 'email_changed', user: before, client, detail: after.email ?? '–' })
    return {}
  })
}

async function unlink(
  tx: PoolClient,
  caller: Authenticated,
  identityId: string,
): Promise<{ before: UserRow; after: UserRow; provider: string }> {
  const user = await lockForChange(tx, caller)
  if (user.identities.length <= 1) throw new AuthError('single_identity_not_deletable')
  const identity = user.identities.find((candidate) => candidate.id === identityId)
  if (identity === undefined) throw new AuthError('identity_not_found')
  await sql`delete from auth.identities where id = ${identity.id}`.run(tx)
  await dropAddresses(tx, user, identity)
  await refreshProviders(tx, user.id)
  const { provider } = identity
  await audit(tx, 'identity_unlinked', user.id, { traits: { provider } })
  return { before: user, after: await reloadUser(tx, user.id), provider }
}

/**
 * The user's address goes with the identity that owned it. An address that another provider has verified takes its
 * place.
 */
async function dropAddresses(tx: PoolClient, user: UserRow, identity: IdentityRow): Promise<void> {
  if (identity.provider === 'phone') {
    await updateUser(tx, user.id, { phone: null, phone_confirmed_at: null })
    return
  }
  const rest = user.identities.filter((candidate) => candidate.id !== identity.id)
  if (identity.email === null || user.email !== identity.email) return
  if (rest.some((candidate) => candidate.email === user.email)) return
  const heir = rest.find(
    ({ identity_data: data, email }) => email !== null && data['email_verified'] === true,
  )
  const email = heir?.email ?? null
  if (email !== null && (await findUserByEmail(tx, email)) !== undefined) throw conflict()
  await updateUser(tx, user.id, { email, email_confirmed_at: email === null ? null : new Date() })
}

function conflict(): AuthError {
  return new AuthError('email_conflict_identity_not_deletable')
}

function requireManualLinking(ctx: AuthContext): void {
  if (ctx.settings.manualLinking.enabled) return
  throw new AuthError('manual_linking_disabled')
}
