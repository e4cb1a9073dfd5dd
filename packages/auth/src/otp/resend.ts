import { z } from 'zod'
import { hashDevice, takeSignUp } from '../accounts/pending-sign-up.ts'
import type { AuthContext } from '../context.ts'
import { inTransaction, one } from '../database.ts'
import { AuthError, invalid } from '../errors.ts'
import { challengeOf, pkceFields } from '../pkce/challenge.ts'
import type { Challenge } from '../pkce/challenge.ts'
import type { ClientRequest } from '../http/client-request.ts'
import { sendTokenMail } from '../mail/send.ts'
import { normalizeEmail, normalizePhone } from '../users/address.ts'
import { issueToken } from '../one-time/tokens.ts'
import { limitSending } from '../limits/sending.ts'
import { issueConfirmation } from '../signup/sign-up.ts'
import type { Confirmation } from '../signup/sign-up.ts'
import { sendCodeSms } from '../sms/send.ts'
import { requestEmailChange, sendEmailChange } from '../current-user/change-email.ts'
import { findUserByEmail, findUserById, findUserByPhone, updateUser } from '../users/repo.ts'

export const resendSchema = z.object({
  type: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
  ...pkceFields,
})

interface Resend {
  address: string
  challenge: Challenge | undefined
  client: ClientRequest
}

/** Sends a pending code again. Always gives the same answer, before the account is looked up. */
export async function resend(
  ctx: AuthContext,
  body: z.output<typeof resendSchema>,
  client: ClientRequest,
): Promise<Record<string, never>> {
  const { type } = body
  const challenge = challengeOf(body)
  if (type === 'signup' || type === 'email_change') {
    if (body.email === undefined) throw invalid(`Type provided requires an email address`)
    if (body.phone !== undefined) throw invalid('Only an email address or phone number should be provided.')
    const address = normalizeEmail(body.email)
    await limitSending(ctx, 'mail', { kind: type, to: { email: address }, client })
    const send = type === 'signup' ? resendSignup : resendEmailChange
    ctx.inBackground('resend', () => send(ctx, { address, challenge, client }))
    return {}
  }
  if (type === 'sms' || type === 'phone_change') {
    if (body.phone === undefined) throw invalid(`Type provided requires a phone number`)
    if (body.email !== undefined) throw invalid('Only an email address or phone number should be provided.')
    const address = normalizePhone(body.phone)
    if (!(await maySendSms(ctx, { kind: type, to: { phone: address }, client }))) return {}
    const send = type === 'sms' ? resendSms : resendPhoneChange
    ctx.inBackground('resend', () => send(ctx, { address, challenge, client }))
    return {}
  }
  throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
}

/** Beyond the limits the answer is the same and no message is sent, as for a phone without an account. */
async function maySendSms(ctx: AuthContext, wish: Parameters<typeof limitSending>[2]): Promise<boolean> {
  try {
    await limitSending(ctx, 'sms', wish)
    return true
  } catch (error) {
    if (error instanceof AuthError && error.status === 429) return false
    throw error
  }
}

async function resendSignup(ctx: AuthContext, resending: Resend): Promise<void> {
  const confirmation = await confirmAgain(ctx, 'email', resending)
  const { address: to, client } = resending
  if (confirmation !== undefined) sendTokenMail(ctx, { ...confirmation, kind: 'signup', to, client })
}

/** A new code for an unproven address. It replaces the code that was sent for the same sign-up. */
function confirmAgain(
  ctx: AuthContext,
  kind: 'email' | 'phone',
  { address, challenge, client }: Resend,
): Promise<Confirmation | undefined> {
  return inTransaction(ctx.pool, async (tx) => {
    const user = await (kind === 'email' ? findUserByEmail : findUserByPhone)(tx, address, 'lock')
    if (user === undefined || user[`${kind}_confirmed_at`] !== null) return undefined
    const taken = await takeSignUp(tx, user.id, hashDevice(client.device))
    const again = { own: taken?.signUp, deviceHash: taken?.deviceHash ?? null }
    return issueConfirmation(tx, ctx, user, { kind, address, challenge, ...again })
  })
}

async function resendEmailChange(ctx: AuthContext, { address, challenge, client }: Resend): Promise<void> {
  const change = await inTransaction(ctx.pool, async (tx) => {
    const pending = await one<{ id: string }>(
      tx,
      'select id from auth.users where email_change is not null and (email = $1 or email_change = $1) and deleted_at is null limit 1',
      [address],
    )
    const user = pending === undefined ? undefined : await findUserById(tx, pending.id, 'lock')
    const email = user?.email_change ?? null
    if (user === undefined || email === null) return undefined
    return { user, email, tokens: await requestEmailChange(tx, ctx, { user, email, challenge }) }
  })
  if (change !== undefined) sendEmailChange(ctx, { ...change, client })
}

async function resendSms(ctx: AuthContext, resending: Resend): Promise<void> {
  const confirmation = await confirmAgain(ctx, 'phone', { ...resending, challenge: undefined })
  if (confirmation === undefined) return
  const { address: to, client } = resending
  await sendCodeSms(ctx, { to, code: confirmation.token.code, channel: 'sms', client })
}

async function resendPhoneChange(ctx: AuthContext, { address, client }: Resend): Promise<void> {
  const token = await inTransaction(ctx.pool, async (tx) => {
    const user = await one<{ id: string }>(
      tx,
      'select id from auth.users where phone_change = $1 and deleted_at is null limit 1 for update',
      [address],
    )
    if (user === undefined) return undefined
    await updateUser(tx, user.id, { phone_change_sent_at: new Date() })
    return issueToken(tx, ctx, { userId: user.id, type: 'phone_change', address })
  })
  if (token !== undefined) await sendCodeSms(ctx, { to: address, code: token.code, channel: 'sms', client })
}
