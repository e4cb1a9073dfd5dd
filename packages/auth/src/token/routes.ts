import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { linkIdentity } from '../accounts/external-sign-in.ts'
import { isProven, listSignUps } from '../accounts/pending-sign-up.ts'
import { holderOf, normalizeAddress } from '../accounts/reach.ts'
import { audit } from '../audit.ts'
import type { Answer, AuthContext } from '../context.ts'
import { inTransaction } from '../database.ts'
import { AuthError, invalid } from '../errors.ts'
import { readBody, readQuery, requireCaptcha } from '../http/body.ts'
import { clientOf, type ClientRequest } from '../http/client-request.ts'
import { limitGuess } from '../limits/guesses.ts'
import { notify } from '../mail/send.ts'
import { openFlowSession } from '../oauth/round-trip.ts'
import { weaknessOf } from '../passwords/strength.ts'
import { redeemCode } from '../pkce.ts'
import { refreshSession } from '../sessions/refresh.ts'
import { createSession, presentSession } from '../sessions/session.ts'
import { findUserByEmail, findUserById, findUserByPhone, updateUser } from '../users/repo.ts'
import { isBanned, type UserRow } from '../users/row.ts'

const refreshSchema = z.object({ refresh_token: z.string().optional() })
const querySchema = z.object({ grant_type: z.string().optional() })

/** POST /token: a session for a password, a refresh token or a code. Other flows add their grants to `ctx.grants`. */
export function tokenRoutes(app: FastifyInstance, ctx: AuthContext): void {
  ctx.grants.set('password', async (request) => {
    await requireCaptcha(ctx, request)
    return passwordGrant(ctx, readBody(passwordGrantSchema, request), clientOf(ctx, request))
  })
  ctx.grants.set('refresh_token', async (request) =>
    refreshSession(ctx, readBody(refreshSchema, request).refresh_token, clientOf(ctx, request)),
  )
  ctx.grants.set('pkce', async (request) =>
    pkceGrant(ctx, readBody(pkceGrantSchema, request), clientOf(ctx, request)),
  )

  app.post('/token', async (request) => {
    const grant = ctx.grants.get(readQuery(querySchema, request).grant_type ?? '')
    if (grant === undefined) throw new AuthError('invalid_credentials', 'unsupported_grant_type')
    return grant(request)
  })
}

const passwordGrantSchema = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().default(''),
})

/**
 * A session for a password with an e-mail address or phone number. Unknown account, missing password and wrong password
 * get the same answer.
 */
async function passwordGrant(
  ctx: AuthContext,
  body: z.output<typeof passwordGrantSchema>,
  client: ClientRequest,
): Promise<Answer> {
  const { kind, address } = accountOf(ctx, body)
  const guess = await limitGuess(ctx, 'password', holderOf(kind, address), client)
  const find = kind === 'email' ? findUserByEmail : findUserByPhone
  const user = await find(ctx.pool, address)
  const fits = await passwordFits(ctx, user, body.password)
  if (user === undefined || !fits || !guess.mayPass) {
    await audit(ctx.pool, 'login_failed', user?.id, { ip: client.ip })
    throw guess.refusal(new AuthError('invalid_credentials'))
  }
  if (isBanned(user)) throw new AuthError('user_banned', undefined, { status: 400 })
  if (user[`${kind}_confirmed_at`] === null) throw new AuthError(`${kind}_not_confirmed`)
  const [session] = await Promise.all([
    createSession(ctx.pool, ctx, { user, client, method: 'password' }),
    guess.forgive(),
  ])
  const weakness = await weaknessOf(body.password, ctx.settings, body.email)
  return {
    ...(await presentSession(ctx, user, session)),
    ...(weakness === undefined ? {} : { weak_password: weakness }),
  }
}

const DISABLED = { email: 'Email logins are disabled', phone: 'Phone logins are disabled' }

function accountOf(ctx: AuthContext, { email, phone }: z.output<typeof passwordGrantSchema>) {
  if (email !== undefined && phone !== undefined)
    throw invalid('Only an email address or phone number should be provided on login.')
  const kind = email === undefined ? 'phone' : 'email'
  const given = email ?? phone
  if (given === undefined) throw invalid('missing email or phone')
  if (!ctx.settings.signup[kind])
    throw new AuthError(`${kind}_provider_disabled`, DISABLED[kind], { status: 422 })
  return { kind, address: normalizeAddress(kind, given) } as const
}

/**
 * Checks the password; takes the same time without a user. Renews an older hash when the password is right. The
 * password of the newest pending sign-up of an unproven address also passes: it opens nothing, but the answer shows the
 * reason.
 */
async function passwordFits(ctx: AuthContext, user: UserRow | undefined, password: string): Promise<boolean> {
  const stored = user === undefined ? null : await passwordHashOf(ctx, user)
  if (user === undefined || stored === null) {
    await ctx.passwords.pretend(password)
    return false
  }
  const { ok, rehash } = await ctx.passwords.verify(stored, password)
  if (ok && rehash && stored === user.encrypted_password)
    await updateUser(ctx.pool, user.id, { encrypted_password: await ctx.passwords.hash(password) })
  return ok
}

async function passwordHashOf(ctx: AuthContext, user: UserRow): Promise<string | null> {
  if (user.encrypted_password !== null || isProven(user)) return user.encrypted_password
  const [newest] = await listSignUps(ctx.pool, user.id)
  return newest?.signUp.passwordHash ?? null
}

const pkceGrantSchema = z.object({
  auth_code: z.string().optional(),
  code_verifier: z.string().optional(),
})

/** A session for the code of a redirect and the verifier that never left the client. */
async function pkceGrant(
  ctx: AuthContext,
  body: z.output<typeof pkceGrantSchema>,
  client: ClientRequest,
): Promise<Answer> {
  const { auth_code: code, code_verifier: verifier } = body
  if (code === undefined || verifier === undefined)
    throw invalid('invalid request: both auth code and code verifier should be non-empty')
  const { flow, user, session } = await inTransaction(ctx.pool, async (tx) => {
    const redeemed = await redeemCode(tx, ctx, { code, verifier })
    const { pending_profile: profile } = redeemed
    if (profile !== null) await linkIdentity(tx, redeemed.user_id, profile)
    const holder = await findUserById(tx, redeemed.user_id)
    if (holder === undefined) throw new AuthError('user_not_found')
    if (isBanned(holder)) throw new AuthError('user_banned')
    const opened = await openFlowSession(tx, ctx, { flow: redeemed, user: holder, client })
    return { flow: redeemed, user: holder, session: opened }
  })
  if (flow.pending_profile !== null)
    notify(ctx, { kind: 'identity_linked', user, client, detail: flow.pending_profile.provider })
  return {
    ...(await presentSession(ctx, user, session)),
    ...(flow.provider_access_token === null ? {} : { provider_token: flow.provider_access_token }),
    ...(flow.provider_refresh_token === null ? {} : { provider_refresh_token: flow.provider_refresh_token }),
  }
}
