import type { PoolClient } from 'pg'
import { isAdmitted, withAdmission } from '../accounts/admission.ts'
import { hashDevice, isProven } from '../accounts/pending-sign-up.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { duplicateKey, inTransaction } from '../database.ts'
import { AuthError } from '../errors.ts'
import type { ClientRequest } from '../http/client-request.ts'
import { limitSending } from '../limits/sending.ts'
import { sendTokenMail } from '../mail/send.ts'
import { issueToken } from '../one-time/tokens.ts'
import type { Challenge } from '../pkce.ts'
import { type Confirmation, createUser, issueConfirmation } from '../signup/sign-up.ts'
import { findUserByEmail, updateUser } from '../users/repo.ts'
import type { UserRow } from '../users/row.ts'

export interface MagicLink {
  email: string
  createUser: boolean
  data: Record<string, unknown>
  challenge: Challenge | undefined
}

interface Sent extends Confirmation {
  kind: 'signup' | 'magiclink'
}

/**
 * Mails a link and a code to sign in. An unknown address first gets an account and a mail that confirms it, unless the
 * client allows known addresses only. Clients that may not have an account are answered before the look-up, so that
 * neither the answer nor its time depends on the address.
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
    throw new AuthError('otp_disabled')
  }
  return {}
}

/** False when the address is unknown and no account may be made for it. */
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
  const { email } = request
  const known = await findUserByEmail(tx, email, 'lock')
  if (known?.email_confirmed_at === null && !ctx.autoconfirmEmail)
    return signUpLink(tx, ctx, known, { request, client })
  if (known !== undefined) return magicLink(tx, ctx, known, request)
  if (!request.createUser) return undefined
  const created = await withAdmission(ctx, { db: tx, provider: 'email', client }, () =>
    createUser(tx, ctx, { kind: 'email', address: email }),
  )
  await audit(tx, {
    action: 'user_signedup',
    userId: created.id,
    ip: client.ip,
    traits: { provider: 'email' },
  })
  if (ctx.autoconfirmEmail) return magicLink(tx, ctx, created, request)
  return signUpLink(tx, ctx, created, { request, client })
}

async function signUpLink(
  tx: PoolClient,
  ctx: AuthContext,
  user: UserRow,
  { request, client }: { request: MagicLink; client: ClientRequest },
): Promise<Sent> {
  const { email: address, data, challenge } = request
  const own = { passwordHash: null, data }
  const confirmation = await issueConfirmation(tx, ctx, user, {
    kind: 'email',
    address,
    challenge,
    own,
    deviceHash: hashDevice(client.device),
  })
  return { kind: 'signup', ...confirmation }
}

async function magicLink(tx: PoolClient, ctx: AuthContext, user: UserRow, request: MagicLink): Promise<Sent> {
  const { email: address, challenge, data } = request
  await updateUser(tx, user.id, { recovery_sent_at: new Date() })
  const token = await issueToken(tx, ctx, {
    userId: user.id,
    type: 'recovery',
    address,
    flow: challenge === undefined ? undefined : { method: 'magiclink', challenge },
    signUp: isProven(user) ? undefined : { passwordHash: null, data },
  })
  return { kind: 'magiclink', token, contested: false }
}

/**
 * Mails a link to choose a new password. The answer comes before the account is looked up, so that neither its content
 * nor its time reveals whether there is one.
 */
export async function sendRecovery(
  ctx: AuthContext,
  request: { email: string; challenge: Challenge | undefined },
  client: ClientRequest,
): Promise<Record<string, never>> {
  const { email, challenge } = request
  await limitSending(ctx, 'mail', { kind: 'recovery', to: { email }, client })
  ctx.inBackground('password recovery', async () => {
    const token = await inTransaction(ctx.pool, async (tx) => {
      const user = await findUserByEmail(tx, email, 'lock')
      if (user === undefined) return undefined
      await updateUser(tx, user.id, { recovery_sent_at: new Date() })
      await audit(tx, { action: 'user_recovery_requested', userId: user.id, ip: client.ip })
      return issueToken(tx, ctx, {
        userId: user.id,
        type: 'recovery',
        address: email,
        flow: challenge === undefined ? undefined : { method: 'recovery', challenge },
      })
    })
    if (token !== undefined) sendTokenMail(ctx, { kind: 'recovery', to: email, token, client })
  })
  return {}
}
