import type { PoolClient } from 'pg'
import { isAdmitted } from '../accounts/admission.ts'
import { hashDevice, isProven } from '../accounts/pending-sign-up.ts'
import type { CodeMessage, Reach, SmsChannel } from '../accounts/ports.ts'
import { holderOf } from '../accounts/reach.ts'
import { audit } from '../audit.ts'
import type { Answer, AuthContext } from '../context.ts'
import { inTransaction, inTransactionRetried } from '../database.ts'
import { AuthError } from '../errors.ts'
import type { ClientRequest } from '../http/client-request.ts'
import { limitSending } from '../limits/sending.ts'
import { sendTokenMail } from '../mail/send.ts'
import { issueToken } from '../one-time/tokens.ts'
import type { Challenge } from '../pkce.ts'
import { createAdmitted, issueConfirmation } from '../signup/sign-up.ts'
import { findUserByEmail, updateUser } from '../users/repo.ts'

interface SignInRequest {
  address: string
  createUser: boolean
  data: Record<string, unknown>
  challenge?: Challenge | undefined
  channel?: SmsChannel | undefined
}

/**
 * Sends a code to sign in. An unknown address first gets an account and a code that confirms it, unless the client
 * allows known addresses only. Clients that may not have an account are answered before the look-up, so that neither
 * the answer nor its time depends on the address.
 */
export async function sendSignIn(
  ctx: AuthContext,
  reach: Reach,
  request: SignInRequest,
  client: ClientRequest,
): Promise<Answer> {
  const { kind } = reach
  const wish = { kind: 'sign-in', to: holderOf(kind, request.address), client }
  await reach.requireSendable(wish)
  if (!(await isAdmitted(ctx, { db: ctx.pool, provider: kind, client }))) {
    ctx.inBackground('sign-in code', async () => {
      await send(ctx, reach, { ...request, createUser: false }, client)
    })
    return {}
  }
  const sent = await send(ctx, reach, request, client)
  if (sent === undefined) throw new AuthError('otp_disabled')
  return sent
}

/** Undefined when the address is unknown and no account may be made for it. */
async function send(
  ctx: AuthContext,
  reach: Reach,
  request: SignInRequest,
  client: ClientRequest,
): Promise<Answer | undefined> {
  const code = await inTransactionRetried(ctx.pool, (tx) => prepare(tx, ctx, { reach, request, client }))
  return code && reach.send({ ...code, to: request.address, channel: request.channel, client })
}

async function prepare(
  tx: PoolClient,
  ctx: AuthContext,
  asked: { reach: Reach; request: SignInRequest; client: ClientRequest },
): Promise<Pick<CodeMessage, 'kind' | 'token' | 'contested'> | undefined> {
  const { reach, request, client } = asked
  const { kind } = reach
  const { address, challenge, data } = request
  const known = await reach.find(tx, address, 'lock')
  if (known === undefined && !request.createUser) return undefined
  const user = known ?? (await createAdmitted(tx, ctx, { kind, address }, client))
  const own = isProven(user) ? undefined : { passwordHash: null, data }
  // A text message has no link, so one kind of code confirms a number and signs in.
  if (kind === 'phone' || (user.email_confirmed_at === null && !reach.autoconfirm)) {
    const deviceHash = hashDevice(client.device)
    const signUp = { kind, address, challenge, own, deviceHash }
    return { kind: 'signup', ...(await issueConfirmation(tx, ctx, user, signUp)) }
  }
  await updateUser(tx, user.id, { recovery_sent_at: new Date() })
  const flow = challenge && ({ method: 'magiclink', challenge } as const)
  const token = await issueToken(tx, ctx, { userId: user.id, type: 'recovery', address, flow, signUp: own })
  return { kind: 'magiclink', token }
}

/**
 * Mails a link to choose a new password. The answer comes before the account is looked up, so that neither its content
 * nor its time reveals whether there is one.
 */
export async function sendRecovery(
  ctx: AuthContext,
  { email, challenge }: { email: string; challenge: Challenge | undefined },
  client: ClientRequest,
): Promise<Answer> {
  await limitSending(ctx, 'mail', { kind: 'recovery', to: { email }, client })
  ctx.inBackground('password recovery', async () => {
    const token = await inTransaction(ctx.pool, async (tx) => {
      const user = await findUserByEmail(tx, email, 'lock')
      if (user === undefined) return undefined
      await updateUser(tx, user.id, { recovery_sent_at: new Date() })
      await audit(tx, 'user_recovery_requested', user.id, { ip: client.ip })
      const flow = challenge && ({ method: 'recovery', challenge } as const)
      return issueToken(tx, ctx, { userId: user.id, type: 'recovery', address: email, flow })
    })
    if (token !== undefined) sendTokenMail(ctx, { kind: 'recovery', to: email, token, client })
  })
  return {}
}
