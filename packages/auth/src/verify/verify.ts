import type { PoolClient } from 'pg'
import { EMPTY_SIGN_UP, hashDevice, isFrom, listSignUps } from '../accounts/pending-sign-up.ts'
import type { StoredSignUp } from '../accounts/pending-sign-up.ts'
import { dropClaims, proveAddress } from '../accounts/prove-address.ts'
import type { AuthContext } from '../context.ts'
import { inTransaction } from '../database.ts'
import { AuthError } from '../errors.ts'
import { clearTokens, consumeToken, findByCode, findByLink } from '../one-time/tokens.ts'
import type { FoundToken, TokenType } from '../one-time/tokens.ts'
import type { ClientRequest } from '../http/client-request.ts'
import { notify } from '../mail/notify.ts'
import { limitGuess } from '../limits/guesses.ts'
import type { Holder, Origin } from '../limits/known-origins.ts'
import { takenError } from '../current-user/own-update.ts'
import { voidTokens } from '../sessions/session.ts'
import { applyEmail, applyPhone } from '../users/confirm.ts'
import { findUserById, reloadUser, updateUser } from '../users/repo.ts'
import { isBanned } from '../users/row.ts'
import type { UserRow } from '../users/row.ts'

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
    if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned')
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
  return new AuthError(403, 'otp_expired', text)
}
