import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { duplicateKey, inTransaction } from '../database.ts'
import { AuthError } from '../errors.ts'
import type { ClientRequest } from '../http/client-request.ts'
import { limitSending } from '../rate-limit.ts'
import { requireSignupEnabled } from '../signup/routes.ts'
import { createUser, issueConfirmation } from '../signup/sign-up.ts'
import { requireSms, sendCodeSms } from '../sms/send.ts'
import { findUserByPhone } from '../users/repo.ts'

export interface PhoneCode {
  phone: string
  createUser: boolean
  data: Record<string, unknown>
  channel: 'sms' | 'whatsapp'
}

/** Sends a code to sign in with; an unknown number gets an account first. */
export async function sendPhoneCode(
  ctx: AuthContext,
  request: PhoneCode,
  client: ClientRequest,
): Promise<Record<string, unknown>> {
  const { phone, data } = request
  requireSms(ctx, phone)
  await limitSending(ctx, 'sms', 'otp', phone)
  const attempt = () =>
    inTransaction(ctx.pool, async (tx) => {
      let user = await findUserByPhone(tx, phone, 'lock')
      if (user === undefined) {
        if (!request.createUser) throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp')
        requireSignupEnabled(ctx)
        user = await createUser(tx, ctx, {
          request: { kind: 'phone', address: phone, data },
          passwordHash: null,
        })
        await audit(tx, {
          action: 'user_signedup',
          userId: user.id,
          ip: client.ip,
          traits: { provider: 'phone' },
        })
      }
      return issueConfirmation(tx, ctx, user, { kind: 'phone', address: phone, challenge: undefined })
    })
  const { code } = await attempt().catch((error: unknown) => {
    if (duplicateKey(error) === undefined) throw error
    return attempt()
  })
  const messageId = await sendCodeSms(ctx, { to: phone, code, channel: request.channel, client })
  return messageId === undefined ? {} : { message_id: messageId }
}
