import { isAdmitted, withAdmission } from '../accounts/admission.ts'
import { hashDevice, isProven } from '../accounts/pending-sign-up.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { duplicateKey, inTransaction } from '../database.ts'
import { AuthError } from '../errors.ts'
import type { ClientRequest } from '../http/client-request.ts'
import { limitSending } from '../limits/sending.ts'
import { createUser, issueConfirmation } from '../signup/sign-up.ts'
import { requireSms, sendCodeSms } from '../sms/send.ts'
import { findUserByPhone } from '../users/repo.ts'

export interface PhoneCode {
  phone: string
  createUser: boolean
  data: Record<string, unknown>
  channel: 'sms' | 'whatsapp'
}

/** Sends a code to sign in. An unknown number first gets an account. Answers like `sendMagicLink`. */
export async function sendPhoneCode(
  ctx: AuthContext,
  request: PhoneCode,
  client: ClientRequest,
): Promise<Record<string, unknown>> {
  requireSms(ctx, request.phone)
  await limitSending(ctx, 'sms', { kind: 'otp', to: { phone: request.phone }, client })
  if (!(await isAdmitted(ctx, { db: ctx.pool, provider: 'phone', client }))) {
    ctx.inBackground('sign-in code', async () => {
      await send(ctx, { ...request, createUser: false }, client)
    })
    return {}
  }
  const sent = await send(ctx, request, client)
  if (sent === undefined) throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp')
  return sent.messageId === undefined ? {} : { message_id: sent.messageId }
}

/** Undefined when the number is unknown and no account may be made for it. */
async function send(
  ctx: AuthContext,
  request: PhoneCode,
  client: ClientRequest,
): Promise<{ messageId: string | undefined } | undefined> {
  const { phone, data } = request
  const attempt = () =>
    inTransaction(ctx.pool, async (tx) => {
      let user = await findUserByPhone(tx, phone, 'lock')
      if (user === undefined) {
        if (!request.createUser) return undefined
        user = await withAdmission(ctx, { db: tx, provider: 'phone', client }, () =>
          createUser(tx, ctx, { kind: 'phone', address: phone }),
        )
        await audit(tx, {
          action: 'user_signedup',
          userId: user.id,
          ip: client.ip,
          traits: { provider: 'phone' },
        })
      }
      const own = isProven(user) ? undefined : { passwordHash: null, data }
      const deviceHash = hashDevice(client.device)
      const asked = { kind: 'phone', address: phone, challenge: undefined, own, deviceHash } as const
      return (await issueConfirmation(tx, ctx, user, asked)).token
    })
  const token = await attempt().catch((error: unknown) => {
    if (duplicateKey(error) === undefined) throw error
    return attempt()
  })
  if (token === undefined) return undefined
  return {
    messageId: await sendCodeSms(ctx, { to: phone, code: token.code, channel: request.channel, client }),
  }
}
