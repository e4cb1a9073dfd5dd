import type { PoolClient } from 'pg'
import type { AuthContext } from '../context.ts'
import { inTransaction } from '../database.ts'
import { AuthError } from '../errors.ts'
import { clearTokens, consumeToken, findByCode, findByLink } from '../one-time/tokens.ts'
import type { FoundToken, TokenType } from '../one-time/tokens.ts'
import { limitGuess } from '../limits/guesses.ts'
import type { Holder, Origin } from '../limits/known-origins.ts'
import type { AuthMethod } from '../sessions/session.ts'
import { takenError } from '../user/taken.ts'
import { applyEmail, applyPhone, confirmEmail, confirmPhone } from '../users/confirm.ts'
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

/** How a PKCE flow that was started for a link of the type is called. */
export const FLOW_METHODS: Readonly<Record<VerifyType, AuthMethod>> = {
  signup: 'email/signup',
  invite: 'invite',
  magiclink: 'magiclink',
  recovery: 'recovery',
  email: 'magiclink',
  email_change: 'email_change',
  sms: 'otp',
  phone_change: 'otp',
}

export type Proof = { link: string } | { address: string; code: string }

/** What a token was good for; `half`: the other address must confirm the change of e-mail too. */
export type Verified<T> = { kind: 'done'; user: UserRow; result: T } | { kind: 'half' }

/**
 * Consumes a one-time token, applies what it stands for, and runs `then` (open a session, issue a
 * code) in the same transaction. Of several callers with one token exactly one succeeds.
 */
export async function verifyOneTime<T>(
  ctx: AuthContext,
  request: { type: VerifyType; proof: Proof; client: Origin },
  then: (tx: PoolClient, user: UserRow) => Promise<T>,
): Promise<Verified<T>> {
  const { type, proof } = request
  const guess =
    'code' in proof ? await limitGuess(ctx, 'code', holderOf(type, proof.address), request.client) : undefined
  if (guess?.mayPass === false) throw guess.refusal(expired(proof))
  const token =
    'code' in proof
      ? await findByCode(ctx.pool, ctx, TOKEN_TYPES[type], proof)
      : await findByLink(ctx.pool, ctx, TOKEN_TYPES[type], proof.link)
  if (token === undefined) throw guess?.refusal(expired(proof)) ?? expired(proof)
  const verified = await inTransaction(ctx.pool, async (tx): Promise<Verified<T>> => {
    const user = await findUserById(tx, token.userId, 'lock')
    if (user === undefined || !(await consumeToken(tx, token))) throw expired(proof)
    if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned')
    if ((await apply(tx, ctx, user, token)) === 'half') return { kind: 'half' }
    await clearTokens(tx, user.id)
    const current = await reloadUser(tx, user.id)
    return { kind: 'done', result: await then(tx, current), user: current }
  }).catch((error: unknown) => {
    throw takenError(error) ?? error
  })
  await guess?.forgive()
  return verified
}

function holderOf(type: VerifyType, address: string): Holder {
  return type === 'sms' || type === 'phone_change' ? { phone: address } : { email: address }
}

async function apply(
  tx: PoolClient,
  ctx: AuthContext,
  user: UserRow,
  token: FoundToken,
): Promise<'done' | 'half'> {
  switch (token.type) {
    case 'confirmation':
      if (user.email_confirmed_at === null) await confirmEmail(tx, user)
      return 'done'
    case 'recovery':
      if (user.email_confirmed_at === null) await claimUnconfirmed(tx, user)
      return 'done'
    case 'sms':
      if (user.phone_confirmed_at === null) await confirmPhone(tx, user)
      return 'done'
    case 'phone_change':
      if (user.phone_change !== null) await applyPhone(tx, user, user.phone_change)
      return 'done'
    default:
      return applyEmailChange(tx, ctx, user)
  }
}

/**
 * The holder of the mailbox takes over an account nobody had confirmed. Whoever made it may have
 * been somebody else, so their password goes.
 */
async function claimUnconfirmed(tx: PoolClient, user: UserRow): Promise<void> {
  await updateUser(tx, user.id, { encrypted_password: null })
  await confirmEmail(tx, user)
}

async function applyEmailChange(tx: PoolClient, ctx: AuthContext, user: UserRow): Promise<'done' | 'half'> {
  if (user.email_change === null) throw expired({ link: '' })
  const needsBoth = ctx.settings.mail.secureEmailChange && !ctx.autoconfirmEmail && user.email !== null
  if (needsBoth && user.email_change_confirm_status === 0) {
    await updateUser(tx, user.id, { email_change_confirm_status: 1 })
    return 'half'
  }
  await applyEmail(tx, user, user.email_change)
  return 'done'
}

function expired(proof: Proof): AuthError {
  const text = 'code' in proof ? 'Token has expired or is invalid' : 'Email link is invalid or has expired'
  return new AuthError(403, 'otp_expired', text)
}
