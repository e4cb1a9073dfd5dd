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
import type { AddressKind, Origin } from '../accounts/ports.ts'
import { applyAddress, dropClaims, proveAddress } from '../accounts/prove-address.ts'
import { holderOf, inAddressTransaction, normalizeAddress } from '../accounts/reach.ts'
import type { AuthContext } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { readBody, readQuery, requireCaptcha } from '../http/body.ts'
import { clientOf, type ClientRequest } from '../http/client-request.ts'
import { limitAddress } from '../limits/buckets.ts'
import { limitGuess } from '../limits/guesses.ts'
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

/** Returns the URL that the browser goes to: with a code for a PKCE flow, else with the session. */
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
    type: type.name,
  })
}

interface VerifyType {
  readonly name: string
  readonly kind: AddressKind
  readonly tokens: readonly TokenType[]
}

const VERIFY_TYPES: readonly VerifyType[] = [
  { name: 'signup', kind: 'email', tokens: ['confirmation'] },
  { name: 'invite', kind: 'email', tokens: ['confirmation'] },
  { name: 'magiclink', kind: 'email', tokens: ['recovery'] },
  { name: 'recovery', kind: 'email', tokens: ['recovery'] },
  { name: 'email', kind: 'email', tokens: ['confirmation', 'recovery'] },
  { name: 'email_change', kind: 'email', tokens: ['email_change_new', 'email_change_current'] },
  { name: 'sms', kind: 'phone', tokens: ['sms'] },
  { name: 'phone_change', kind: 'phone', tokens: ['phone_change'] },
]

function typeOf(name: string | undefined): VerifyType {
  if (name === undefined) throw invalid('Verify requires a verification type')
  const type = VERIFY_TYPES.find((candidate) => candidate.name === name)
  if (type === undefined) throw invalid('Unsupported verification type')
  return type
}

type Proof = { link: string } | { address: string; code: string }

function proofOf(body: z.output<typeof postSchema>, { kind }: VerifyType): Proof {
  const { token: code, token_hash: link, [kind]: address } = body
  if ((code === undefined) === (link === undefined))
    throw invalid('Verify requires either a token or a token hash')
  if (link !== undefined && (body.email !== undefined || body.phone !== undefined))
    throw invalid('Only the token_hash and type should be provided')
  if (link !== undefined) return { link }
  if (address === undefined)
    throw invalid('Only an email address or phone number should be provided on verify')
  return { address: normalizeAddress(kind, address), code: code ?? '' }
}

/** The effect of a token; `half`: the other address must confirm the change of e-mail too. */
type Verified<T> = { kind: 'done'; user: UserRow; before: UserRow; result: T } | { kind: 'half' }

/**
 * Consumes a one-time token, applies its effect, and runs `then` (open a session, issue a code for the PKCE flow) in
 * the same transaction. Of several requests with one token exactly one succeeds.
 */
async function verifyOneTime<T>(
  ctx: AuthContext,
  request: { type: VerifyType; proof: Proof; client: Origin & Pick<ClientRequest, 'language'> },
  then: (tx: PoolClient, user: UserRow, flowId: string | null) => Promise<T>,
): Promise<Verified<T>> {
  const { type, proof, client } = request
  const holder = 'code' in proof ? holderOf(type.kind, proof.address) : undefined
  const guess = holder && (await limitGuess(ctx, 'code', holder, client))
  if (guess?.mayPass === false) throw guess.refusal(expired(proof))
  const token =
    'code' in proof
      ? await findByCode(ctx.pool, ctx, type.tokens, proof)
      : await findByLink(ctx.pool, ctx, type.tokens, proof.link)
  if (token === undefined) throw guess?.refusal(expired(proof)) ?? expired(proof)
  const verified = await inAddressTransaction(ctx.pool, async (tx): Promise<Verified<T>> => {
    const user = await findUserById(tx, token.userId, 'lock')
    if (user === undefined || token.address !== user[COLUMNS[token.type]]) throw expired(proof)
    const own = await ownSignUp(tx, token, client)
    if (!(await consumeToken(tx, token))) throw expired(proof)
    if (isBanned(user)) throw new AuthError('user_banned')
    if ((await apply(tx, ctx, user, { token, own })) === 'half') return { kind: 'half' }
    await clearTokens(tx, user.id)
    if (type.name === 'recovery') await voidTokens(tx, user.id)
    const current = await reloadUser(tx, user.id)
    return { kind: 'done', result: await then(tx, current, own.flowId), user: current, before: user }
  })
  if (verified.kind === 'done') notifyOfChange(ctx, verified, client)
  await guess?.forgive()
  return verified
}

function notifyOfChange(
  ctx: AuthContext,
  { before, user }: { before: UserRow; user: UserRow },
  client: Pick<ClientRequest, 'language'>,
): void {
  for (const kind of ['email', 'phone'] as const)
    if (user[kind] !== before[kind])
      notify(ctx, { kind: `${kind}_changed`, user: before, client, detail: user[kind] ?? '–' })
}

/** The column of the address that a token confirms. */
const COLUMNS = {
  confirmation: 'email',
  recovery: 'email',
  reauthentication: 'email',
  email_change_current: 'email',
  email_change_new: 'email_change',
  sms: 'phone',
  phone_change: 'phone_change',
} as const satisfies Record<TokenType, keyof UserRow>

type OwnSignUp = Pick<StoredSignUp, 'signUp' | 'flowId'>

/**
 * The sign-up of the person who proves the address: the one from their browser, even if they opened another mail;
 * else the one that the token was sent for.
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
  const kind = token.type === 'sms' || token.type === 'phone_change' ? 'phone' : 'email'
  if (token.type === 'confirmation' || token.type === 'recovery' || token.type === 'sms') {
    await proveAddress(tx, user, { kind, own, flowId })
    return 'done'
  }
  const wanted = user[`${kind}_change`]
  if (wanted === null) throw new AuthError('otp_expired')
  const needsBoth = ctx.settings.mail.secureEmailChange && !ctx.autoconfirmEmail && user.email !== null
  if (kind === 'email' && needsBoth && user.email_change_confirm_status === 0) {
    await updateUser(tx, user.id, { email_change_confirm_status: 1 })
    return 'half'
  }
  if (user.is_anonymous) await endVisit(tx, user, flowId)
  await applyAddress(tx, user, kind, wanted)
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
