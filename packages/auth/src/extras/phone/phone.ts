import type { FastifyInstance } from 'fastify'
import type { CodeMessage, Reach, SmsChannel, Wish } from '../../accounts/ports.ts'
import type { AuthContext } from '../../context.ts'
import { AuthError, describeError, invalid } from '../../errors.ts'
import type { Language } from '../../http/language.ts'
import { countSending, limitSending, overLimit } from '../../limits/sending.ts'
import { type FactorKind, wrongAnswer } from '../../mfa/kind.ts'
import { keyedHash, randomDigits, sameSecret } from '../../secrets.ts'
import { normalizePhone } from '../../users/address.ts'
import { findUserByPhone } from '../../users/repo.ts'

/** Accounts by phone number, and codes by SMS as a second factor. */
export function mountPhone(_app: FastifyInstance, ctx: AuthContext): void {
  ctx.phone = bySms(ctx)
  ctx.factorKinds.set('phone', phoneKind(ctx))
}

function bySms(ctx: AuthContext): Reach {
  return {
    kind: 'phone',
    autoconfirm: ctx.settings.sms.autoconfirm,
    find: findUserByPhone,
    requireSendable: (wish) => requireSendable(ctx, wish),
    send: ({ to, token, channel, client }: CodeMessage) =>
      sendCode(ctx, { to, code: token.code, channel, language: client.language }),
  }
}

function phoneKind(ctx: AuthContext): FactorKind {
  return {
    enroll: async (_user, body) => {
      if (body.phone === undefined) throw invalid('Phone number required to enroll Phone factor')
      const phone = normalizePhone(body.phone)
      return { stored: { phone, secret: null }, shown: { phone } }
    },
    challenge: async ({ factor, user, client, channel }) => {
      const phone = factor.phone ?? ''
      await requireSendable(ctx, { kind: `factor ${factor.id}`, to: { id: user.id }, client })
      const code = randomDigits(ctx.settings.sms.otpLength)
      await sendCode(ctx, { to: phone, code, channel, language: client.language })
      return { stored: { codeHash: codeHash(ctx, factor.id, code) }, shown: {} }
    },
    judge: async ({ factor, challenge, body }) => {
      const given = codeHash(ctx, factor.id, body.code ?? '')
      if (challenge.code_hash === null || !sameSecret(challenge.code_hash, given))
        throw wrongAnswer('Invalid MFA Phone code entered')
      return {}
    },
  }
}

function codeHash(ctx: AuthContext, factorId: string, code: string): Buffer {
  return keyedHash(ctx.keys.pepper, 'mfa code', factorId, code)
}

/** Throws unless a code can be sent now. */
async function requireSendable(ctx: AuthContext, wish: Wish): Promise<void> {
  if (ctx.sms === undefined) throw new AuthError('phone_provider_disabled')
  await limitSending(ctx, 'sms', wish)
}

interface CodeSms {
  readonly to: string
  readonly code: string
  readonly channel: SmsChannel | undefined
  readonly language: Language
}

/** Sends a code; the answer has the provider's message id. Throws 422 `sms_send_failed`. */
async function sendCode(ctx: AuthContext, sms: CodeSms): Promise<{ message_id?: string }> {
  const { to, code, channel = 'sms', language } = sms
  const { appName } = ctx.settings
  if (ctx.sms === undefined) throw new AuthError('phone_provider_disabled')
  if (!(await countSending(ctx, 'sms'))) throw overLimit('sms')
  const text = language === 'es' ? `Tu código de ${appName} es ${code}` : `Your ${appName} code is ${code}`
  try {
    const { messageId } = await ctx.sms.send({ to, text, channel })
    return messageId === undefined ? {} : { message_id: messageId }
  } catch (error) {
    ctx.log.error({ failure: describeError(error) }, 'sending an SMS failed')
    throw new AuthError('sms_send_failed')
  }
}
