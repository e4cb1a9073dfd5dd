import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { PoolClient } from 'pg'
import {
  EMPTY_SIGN_UP,
  hashDevice,
  isFrom,
  listSignUps,
  type StoredSignUp,
} from '../accounts/pending-sign-up.ts'
import { dropClaims, proveAddress } from '../accounts/prove-address.ts'
import type { AuthContext } from '../context.ts'
import { takenError } from '../current-user/own-update.ts'
import { inTransaction } from '../database.ts'
import { AuthError, invalid } from '../errors.ts'
import { readBody, readQuery, requireCaptcha } from '../http/body.ts'
import { clientOf, type ClientRequest } from '../http/client-request.ts'
import { limitAddress } from '../limits/buckets.ts'
import { limitGuess } from '../limits/guesses.ts'
import type { Holder, Origin } from '../limits/known-origins.ts'
import { notify } from '../mail/send.ts'
import {
  clearTokens,
  consumeToken,
  findByCode,
  findByLink,
  type FoundToken,
  isPkceLink,
  type TokenType,
} from '../one-time/tokens.ts'
import { issueMailCode } from '../pkce.ts'
import { sessionParams, withError, withFragment, withQuery } from '../redirects.ts'
import { createSession, presentSession, voidTokens } from '../sessions/session.ts'
import { normalizeEmail, normalizePhone } from '../users/address.ts'
import { applyEmail, applyPhone } from '../users/confirm.ts'
import { findUserById, reloadUser, updateUser } from '../users/repo.ts'
import { isBanned, type UserRow } from '../users/row.ts'

const postSchema = z.object({
  type: z.string().optional(),
  token: z.string().optional(),
  token_hash: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
})
const getSchema = z.object({ type: z.string().optional(), token: z.string().optional() })

const HALF_WAY = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** POST /verify takes a code or hash; links in mails lead to GET /verify. */
export function verifyRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.post('/verify', async (request) => {
    await requireCaptcha(ctx, request)
    const client = clientOf(ctx, request)
    const body = readBody(postSchema, request)
    const type = typeOf(body.type)
    const outcome = await verifyOneTime(ctx, { type, proof: proofOf(body, type), client }, (tx, user) =>
      createSession(tx, ctx, { user, client, method: 'otp' }),
    )
    if (outcome.kind === 'half') return { msg: HALF_WAY, code: '200' }
    return presentSession(ctx, outcome.user, outcome.result)
  })

  // No HEAD route: a mail scanner that checks links would consume the token. And `warn`, because the host application
  // logs URLs of requests, which hold the token.
  app.get('/verify', { exposeHeadRoute: false, logLevel: 'warn' }, async (request, reply) => {
    const query = readQuery(getSchema, request)
    const type = typeOf(query.type)
    if (query.token === undefined) throw invalid('Verify requires a token')
    const client = clientOf(ctx, request)
    const link = query.token
    const target = await follow(ctx, { client, type, link }).catch((error: unknown) =>
      withError(client.redirectTo, error, isPkceLink(link)),
    )
    return reply.redirect(target, 303)
  })
}

interface Followed {
  client: ClientRequest
  type: VerifyType
  link: string
}

/** Where the browser goes next: with a code for a PKCE flow, else with the session. */
async function follow(ctx: AuthContext, { client, type, link }: Followed): Promise<string> {
  await limitAddress(ctx, 'verify', client.ip)
  const outcome = await verifyOneTime(ctx, { type, proof: { link }, client }, async (tx, user, flowId) =>
    flowId === null
      ? { session: await createSession(tx, ctx, { user, client, method: 'otp' }) }
      : { code: await issueMailCode(tx, { userId: user.id, flowId }) },
  )
  if (outcome.kind === 'half') {
    const message = { message: HALF_WAY }
    return withFragment(isPkceLink(link) ? withQuery(client.redirectTo, message) : client.redirectTo, message)
  }
  const { result, user } = outcome
  if ('code' in result) return withQuery(client.redirectTo, { code: result.code })
  return withFragment(client.redirectTo, {
    ...sessionParams(await presentSession(ctx, user, result.session)),
    type,
  })
}

function typeOf(name: string | undefined): VerifyType {
  const type = VERIFY_TYPES.find((candidate) => candidate === name)
  if (name === undefined) throw invalid('Verify requires a verification type')
  if (type === undefined) throw invalid('Unsupported verification type')
  return type
}

function proofOf(body: z.output<typeof postSchema>, type: VerifyType): Proof {
  if ((body.token === undefined) === (body.token_hash === undefined)) {
    throw invalid('Verify requires either a token or a token hash')
  }
  if (body.token_hash !== undefined) {
    if (body.email !== undefined || body.phone !== undefined) {
      throw invalid('Only the token_hash and type should be provided')
    }
    return { link: body.token_hash }
  }
  const code = body.token ?? ''
  if (type === 'sms' || type === 'phone_change') {
    if (body.phone === undefined)
      throw invalid('Only an email address or phone number should be provided on verify')
    return { address: normalizePhone(body.phone), code }
  }
  if (body.email === undefined)
    throw invalid('Only an email address or phone number should be provided on verify')
  return { address: normalizeEmail(body.email), code }
}

export const VERIFY_TYPES = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change',
  'email',
  'sms',
  'phone_change',
] as const
export type VerifyType = (typeof VERIFY_TYPES)[number]

const TOKEN_TYPES: Readonly<Record<VerifyType, readonly TokenType[]>> = {
  signup: ['confirmation'],
  invite: ['confirmation'],
  magiclink: ['recovery'],
  recovery: ['recovery'],
  email: ['confirmation', 'recovery'],
  email_change: ['email_change_new', 'email_change_current'],
  sms: ['sms'],
  phone_change: ['phone_change'],
}

export type Proof = { link: string } | { address: string; code: string }

/** The effect of a token; `half`: the other address must confirm the change of e-mail too. */
export type Verified<T> = { kind: 'done'; user: UserRow; before: UserRow; result: T } | { kind: 'half' }

/**
 * Consumes a one-time token, applies its effect, and runs `then` (open a session, issue a code for the PKCE flow) in
 * the same transaction. Of several requests with one token exactly one succeeds.
 */
export async function verifyOneTime<T>(
  ctx: AuthContext,
  request: { type: VerifyType; proof: Proof; client: Origin & Pick<ClientRequest, 'language'> },
  then: (tx: PoolClient, user: UserRow, flowId: string | null) => Promise<T>,
): Promise<Verified<T>> {
  const { type, proof, client } = request
  const guess =
    'code' in proof ? await limitGuess(ctx, 'code', holderOf(type, proof.address), client) : undefined
  if (guess?.mayPass === false) throw guess.refusal(expired(proof))
  const token =
    'code' in proof
      ? await findByCode(ctx.pool, ctx, TOKEN_TYPES[type], proof)
      : await findByLink(ctx.pool, ctx, TOKEN_TYPES[type], proof.link)
  if (token === undefined) throw guess?.refusal(expired(proof)) ?? expired(proof)
  const verified = await inTransaction(ctx.pool, async (tx): Promise<Verified<T>> => {
    const user = await findUserById(tx, token.userId, 'lock')
    if (user === undefined || token.address !== addressFor(user, token.type)) throw expired(proof)
    const own = await ownSignUp(tx, token, client)
    if (!(await consumeToken(tx, token))) throw expired(proof)
    if (isBanned(user)) throw new AuthError('user_banned')
    if ((await apply(tx, ctx, user, { token, own })) === 'half') return { kind: 'half' }
    await clearTokens(tx, user.id)
    if (type === 'recovery') await voidTokens(tx, user.id)
    const current = await reloadUser(tx, user.id)
    return { kind: 'done', result: await then(tx, current, own.flowId), user: current, before: user }
  }).catch((error: unknown) => {
    throw takenError(error) ?? error
  })
  if (verified.kind === 'done') tellOfChange(ctx, verified, client)
  await guess?.forgive()
  return verified
}

function holderOf(type: VerifyType, address: string): Holder {
  return type === 'sms' || type === 'phone_change' ? { phone: address } : { email: address }
}

function tellOfChange(
  ctx: AuthContext,
  { before, user }: { before: UserRow; user: UserRow },
  client: Pick<ClientRequest, 'language'>,
): void {
  if (user.email !== before.email)
    notify(ctx, { kind: 'email_changed', user: before, client, detail: user.email ?? '–' })
  if (user.phone !== before.phone)
    notify(ctx, { kind: 'phone_changed', user: before, client, detail: user.phone ?? '–' })
}

/** The account's present address that a token of this type is about. */
function addressFor(user: UserRow, type: TokenType): string | null {
  switch (type) {
    case 'email_change_new':
      return user.email_change
    case 'phone_change':
      return user.phone_change
    case 'sms':
      return user.phone
    default:
      return user.email
  }
}

type OwnSignUp = Pick<StoredSignUp, 'signUp' | 'flowId'>

/**
 * The sign-up of the person who proves the address: the one from their browser, whichever mail they opened; else the
 * one that the token was sent for.
 */
async function ownSignUp(tx: PoolClient, token: FoundToken, { device }: Origin): Promise<OwnSignUp> {
  const waiting = await listSignUps(tx, token.userId)
  const fromHere = waiting.find((signUp) => isFrom(signUp, hashDevice(device)))
  return fromHere ?? { signUp: token.signUp ?? EMPTY_SIGN_UP, flowId: token.flowId }
}

async function apply(
  tx: PoolClient,
  ctx: AuthContext,
  user: UserRow,
  { token, own: { signUp: own, flowId } }: { token: FoundToken; own: OwnSignUp },
): Promise<'done' | 'half'> {
  switch (token.type) {
    case 'confirmation':
    case 'recovery':
      await proveAddress(tx, user, { kind: 'email', own, flowId })
      return 'done'
    case 'sms':
      await proveAddress(tx, user, { kind: 'phone', own, flowId })
      return 'done'
    case 'phone_change':
      if (user.is_anonymous) await endVisit(tx, user, flowId)
      await applyPhone(tx, user, token.address)
      return 'done'
    default:
      return applyEmailChange(tx, ctx, user, flowId)
  }
}

async function applyEmailChange(
  tx: PoolClient,
  ctx: AuthContext,
  user: UserRow,
  flowId: string | null,
): Promise<'done' | 'half'> {
  if (user.email_change === null) throw expired({ link: '' })
  const needsBoth = ctx.settings.mail.secureEmailChange && !ctx.autoconfirmEmail && user.email !== null
  if (needsBoth && user.email_change_confirm_status === 0) {
    await updateUser(tx, user.id, { email_change_confirm_status: 1 })
    return 'half'
  }
  if (user.is_anonymous) await endVisit(tx, user, flowId)
  await applyEmail(tx, user, user.email_change)
  return 'done'
}

/** An anonymous visitor proves an address. They may not be the person who has an account with it. */
async function endVisit(tx: PoolClient, user: UserRow, flowId: string | null): Promise<void> {
  await dropClaims(tx, user.id, flowId)
  await updateUser(tx, user.id, { encrypted_password: null })
}

function expired(proof: Proof): AuthError {
  const text = 'code' in proof ? 'Token has expired or is invalid' : 'Email link is invalid or has expired'
  return new AuthError('otp_expired', text)
}
