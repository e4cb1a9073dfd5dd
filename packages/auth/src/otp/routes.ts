import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { noPhoneProvider, requirePhone } from '../accounts/phone-port.ts'
import type { AuthContext } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { readBody, requireCaptcha } from '../http/body.ts'
import { clientOf } from '../http/client-request.ts'
import { requireMailer } from '../mail/send.ts'
import { challengeOf, pkceFields } from '../pkce.ts'
import { normalizeEmail, normalizePhone } from '../users/address.ts'
import { userMetadataSchema } from '../users/metadata.ts'
import { sendMagicLink, sendRecovery } from './magic-link.ts'
import { resend, resendSchema } from './resend.ts'

const otpSchema = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  create_user: z.boolean().default(true),
  data: userMetadataSchema.default({}),
  channel: z.enum(['sms', 'whatsapp']).optional(),
  ...pkceFields,
})
const recoverSchema = z.object({ email: z.string().optional(), ...pkceFields })

/** Requests for a code or link: POST /otp, /magiclink, /recover, /resend. */
export function otpRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.post('/otp', { config: { expectsReturn: true } }, async (request) => {
    await requireCaptcha(ctx, request)
    const body = readBody(otpSchema, request)
    const client = clientOf(ctx, request)
    if (body.email !== undefined && body.phone !== undefined) {
      throw invalid('Only an email address or phone number should be provided')
    }
    const { create_user: createUser, data } = body
    if (body.email !== undefined) {
      if (body.channel !== undefined) throw invalid('Channel should only be specified with Phone OTP')
      const challenge = challengeOf(body)
      requireEmail(ctx)
      return sendMagicLink(ctx, { email: normalizeEmail(body.email), createUser, data, challenge }, client)
    }
    if (body.phone === undefined) throw invalid('One of email or phone must be set')
    if (!ctx.settings.signup.phone) throw noPhoneProvider()
    const phone = normalizePhone(body.phone)
    return requirePhone(ctx).sendCode({ phone, createUser, data, channel: body.channel ?? 'sms' }, client)
  })

  app.post('/magiclink', { config: { expectsReturn: true } }, async (request) => {
    await requireCaptcha(ctx, request)
    const body = readBody(otpSchema, request)
    const client = clientOf(ctx, request)
    const email = normalizeEmail(body.email ?? '')
    requireEmail(ctx)
    const { create_user: createUser, data } = body
    return sendMagicLink(ctx, { email, createUser, data, challenge: challengeOf(body) }, client)
  })

  app.post('/recover', async (request) => {
    await requireCaptcha(ctx, request)
    const body = readBody(recoverSchema, request)
    if (body.email === undefined) throw invalid('Password recovery requires an email')
    const client = clientOf(ctx, request)
    const email = normalizeEmail(body.email)
    const challenge = challengeOf(body)
    requireMailer(ctx)
    return sendRecovery(ctx, { email, challenge }, client)
  })

  app.post('/resend', { config: { expectsReturn: true } }, async (request) => {
    await requireCaptcha(ctx, request)
    const body = readBody(resendSchema, request)
    const client = clientOf(ctx, request)
    return resend(ctx, body, client)
  })
}

function requireEmail(ctx: AuthContext): void {
  if (!ctx.settings.signup.email) throw new AuthError('email_provider_disabled')
  requireMailer(ctx)
}
