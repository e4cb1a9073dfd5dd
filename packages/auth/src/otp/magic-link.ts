import type { PoolClient } from 'pg'
import { isAdmitted, withAdmission } from '../accounts/admission.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { duplicateKey, inTransaction } from '../database.ts'
import { AuthError } from '../errors.ts'
import { createMailFlow } from '../flow/flow-state.ts'
import type { Challenge } from '../flow/pkce.ts'
import type { ClientRequest } from '../http/client-request.ts'
import { sendTokenMail } from '../mail/send.ts'
import { issueToken } from '../one-time/tokens.ts'
import type { OneTimeToken } from '../one-time/tokens.ts'
import { limitSending } from '../limits/sending.ts'
import { createUser, issueConfirmation } from '../signup/sign-up.ts'
import { findUserByEmail, updateUser } from '../users/repo.ts'

export interface MagicLink {
  email: string
  createUser: boolean
  data: Record<string, unknown>
  challenge: Challenge | undefined
}

interface Sent {
  kind: 'signup' | 'magiclink'
  token: OneTimeToken
}

/**
 * Mails a link and a code to sign in with. An unknown address gets an account first, and the mail
 * that confirms it, unless the client only wants known ones. A client that may not have an account is
 * answered before the look-up: neither what the answer says nor how long it takes depends on the address.
 */
export async function sendMagicLink(
  ctx: AuthContext,
  request: MagicLink,
  client: ClientRequest,
): Promise<Record<string, never>> {
  await limitSending(ctx, 'mail', { kind: 'magiclink', to: { email: request.email }, client })
  if (!(await isAdmitted(ctx, { db: ctx.pool, provider: 'email', client }))) {
    ctx.inBackground('sign-in link', async () => {
      await send(ctx, { ...request, createUser: false }, client)
    })
  } else if (!(await send(ctx, request, client))) {
    throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp')
  }
  return {}
}

/** False when the address is unknown and is to stay so. */
async function send(ctx: AuthContext, request: MagicLink, client: ClientRequest): Promise<boolean> {
  const attempt = () => inTransaction(ctx.pool, (tx) => prepare(tx, ctx, request, client))
  const sent = await attempt().catch((error: unknown) => {
    if (duplicateKey(error) === undefined) throw error
    return attempt()
  })
  if (sent === undefined) return false
  sendTokenMail(ctx, { ...sent, to: request.email, client })
  return true
}

async function prepare(
  tx: PoolClient,
  ctx: AuthContext,
  request: MagicLink,
  client: ClientRequest,
): Promise<Sent | undefined> {
  const { email, data, challenge } = request
  const known = await findUserByEmail(tx, email, 'lock')
  if (known === undefined) {
    if (!request.createUser) return undefined
    const created = await withAdmission(ctx, { db: tx, provider: 'email', client }, () =>
      createUser(tx, ctx, { request: { kind: 'email', address: email, data }, passwordHash: null }),
    )
    await audit(tx, {
      action: 'user_signedup',
      userId: created.id,
      ip: client.ip,
      traits: { provider: 'email' },
    })
    if (ctx.autoconfirmEmail) return magicLink(tx, ctx, created.id, request)
    const account = { kind: 'email', address: email, challenge } as const
    return { kind: 'signup', token: await issueConfirmation(tx, ctx, created, account) }
  }
  return magicLink(tx, ctx, known.id, request)
}

async function magicLink(
  tx: PoolClient,
  ctx: AuthContext,
  userId: string,
  request: MagicLink,
): Promise<Sent> {
  const { email, challenge } = request
  if (challenge !== undefined) await createMailFlow(tx, { userId, method: 'magiclink', challenge })
  await updateUser(tx, userId, { recovery_sent_at: new Date() })
  const pkce = challenge !== undefined
  return {
    kind: 'magiclink',
    token: await issueToken(tx, ctx, { userId, type: 'recovery', address: email, pkce }),
  }
}
