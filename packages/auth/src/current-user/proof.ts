import type { PoolClient } from 'pg'
import type { SmsChannel } from '../accounts/ports.ts'
import { reachOf } from '../accounts/reach.ts'
import { audit } from '../audit.ts'
import type { Answer, AuthContext } from '../context.ts'
import { requireRecent } from '../credentials/guard.ts'
import { inTransaction } from '../database.ts'
import { AuthError, invalid } from '../errors.ts'
import type { Authenticated } from '../http/bearer.ts'
import type { ClientRequest } from '../http/client-request.ts'
import { limitOwnGuess } from '../limits/guesses.ts'
import { requireMailer } from '../mail/send.ts'
import { consumeToken, findByCode, type FoundToken, issueToken } from '../one-time/tokens.ts'
import type { Challenge } from '../pkce.ts'
import { recentMethods } from '../recent-authentication.ts'
import { updateUser } from '../users/repo.ts'
import type { UserRow } from '../users/row.ts'

export interface OwnChanges {
  readonly email?: string | undefined
  readonly phone?: string | undefined
  readonly password?: string | undefined
  readonly current_password?: string | undefined
  readonly nonce?: string | undefined
  readonly data?: Record<string, unknown> | undefined
  readonly channel: SmsChannel
}

export interface OwnUpdate {
  readonly caller: Authenticated
  readonly client: ClientRequest
  readonly changes: OwnChanges
  readonly challenge: Challenge | undefined
}

/** A thief of the password or of a session can have these, so they do not suffice to change the password. */
const NOT_BESIDE_PASSWORD = new Set(['password', 'totp', 'mfa/phone', 'mfa/webauthn'])

/**
 * Requires a recent proof that the owner changes password or address: the present password, the code of `GET
 * /reauthenticate`, or a fresh sign-in. To replace a password, that sign-in must have used something else, such as a
 * recovery mail. Returns the code, to be consumed with the change.
 */
export async function requireProof(ctx: AuthContext, update: OwnUpdate): Promise<FoundToken | undefined> {
  const { caller, changes } = update
  const { user, claims } = caller
  if (changes.nonce !== undefined) return findNonce(ctx, update, changes.nonce)
  if (changes.current_password !== undefined && user.encrypted_password !== null) {
    await requireCurrentPassword(ctx, update, user.encrypted_password, changes.current_password)
    return undefined
  }
  const replacesPassword = changes.password !== undefined && user.encrypted_password !== null
  if (!replacesPassword || !ctx.settings.password.requireCurrent) {
    requireRecent(ctx, caller)
    return undefined
  }
  const methods = recentMethods(claims, ctx.settings.reauthentication.maxAge)
  if (methods.some((method) => !NOT_BESIDE_PASSWORD.has(method))) return undefined
  throw new AuthError('current_password_required')
}

/** Throws 422 `reauthentication_not_valid` when the code was used meanwhile. */
export async function consumeNonce(tx: PoolClient, nonce: FoundToken): Promise<void> {
  if (!(await consumeToken(tx, nonce))) throw badNonce()
}

async function requireCurrentPassword(
  ctx: AuthContext,
  { caller, client }: OwnUpdate,
  hash: string,
  current: string,
): Promise<void> {
  const guess = await limitOwnGuess(ctx, 'current password', caller.user.id, client)
  if (!(await ctx.passwords.verify(hash, current)).ok) throw new AuthError('current_password_invalid')
  await guess.forgive()
}

async function findNonce(ctx: AuthContext, { caller, client }: OwnUpdate, code: string): Promise<FoundToken> {
  const { user } = caller
  const guess = await limitOwnGuess(ctx, 'code', user.id, client)
  const address = user.email ?? user.phone ?? ''
  const token = await findByCode(ctx.pool, ctx, ['reauthentication'], { address, code })
  if (token === undefined || token.userId !== user.id) throw badNonce()
  await guess.forgive()
  return token
}

function badNonce(): AuthError {
  return new AuthError('reauthentication_not_valid')
}

/** Sends the user a code that proves their presence: to the e-mail address, else to the phone. */
export async function reauthenticate(
  ctx: AuthContext,
  user: UserRow,
  client: ClientRequest,
): Promise<Answer> {
  const { id: userId } = user
  const kind = user.email === null ? 'phone' : 'email'
  const to = user[kind]
  if (to === null) throw invalid('Reauthentication requires the user to have an email or a phone number')
  const reach = reachOf(ctx, kind)
  if (user[`${kind}_confirmed_at`] === null)
    throw new AuthError(`${kind}_not_confirmed`, `Please verify your ${kind} first.`, { status: 422 })
  if (kind === 'email') requireMailer(ctx)
  await reach.requireSendable({ kind: 'reauthentication', to: { id: userId }, client })
  const token = await inTransaction(ctx.pool, async (tx) => {
    await updateUser(tx, userId, { reauthentication_sent_at: new Date() })
    await audit(tx, 'user_reauthenticate_requested', userId, { ip: client.ip })
    return issueToken(tx, ctx, { userId, type: 'reauthentication', address: to })
  })
  return reach.send({ kind: 'reauthentication', to, token, client })
}
