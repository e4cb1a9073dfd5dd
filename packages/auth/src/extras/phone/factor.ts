import type { AuthContext } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { type FactorKind, wrongAnswer } from '../../mfa/kind.ts'
import { keyedHash, randomDigits, sameSecret } from '../../secrets.ts'
import { normalizePhone } from '../../users/address.ts'
import { requireSendable, sendCodeSms } from './send.ts'

/** Codes by SMS as a second factor. */
export function phoneKind(ctx: AuthContext): FactorKind {
  return {
    enroll: async (_user, body) => {
      if (body.phone === undefined) throw invalid('Phone number required to enroll Phone factor')
      const phone = normalizePhone(body.phone)
      return { stored: { phone, secret: null }, shown: { phone } }
    },
    challenge: async ({ factor, user, client, channel }) => {
      const phone = factor.phone ?? ''
      await requireSendable(ctx, phone, { kind: `factor ${factor.id}`, to: { id: user.id }, client })
      const code = ctx.settings.sms.testCodes[phone] ?? randomDigits(ctx.settings.sms.otpLength)
      await sendCodeSms(ctx, { to: phone, code, channel, client })
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

/** The database stores this instead of a code. */
function codeHash(ctx: Pick<AuthContext, 'keys'>, factorId: string, code: string): Buffer {
  return keyedHash(ctx.keys.pepper, 'mfa code', factorId, code)
}
