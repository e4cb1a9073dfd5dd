import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { smsChannel } from '../accounts/ports.ts'
import { reachOf } from '../accounts/reach.ts'
import type { AuthContext } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { readBody, requireCaptcha } from '../http/body.ts'
import { clientOf } from '../http/client-request.ts'
import { requireMailer } from '../mail/send.ts'
import { challengeOf, pkceFields } from '../pkce.ts'
import { normalizeEmail, normalizePhone } from '../users/address.ts'
import { userMetadataSchema } from '../users/metadata.ts'
import { resend, resendSchema } from './resend.ts'
import { sendRecovery, sendSignIn } from './sign-in.ts'

const otpSchema = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  create_user: z.boolean().default(true),
  data: userMetadataSchema.default({}),
  channel: smsChannel.optional(),
  ...pkceFields,
})
const recoverSchema = z.object({ email: z.string().optional(), ...pkceFields })

/** Requests for a code or link: POST /otp, /magiclink, /recover, /resend. */
export function otpRoutes(app: FastifyInstance, ctx: AuthContext): void {
  const sendLink = async (request: FastifyRequest, body: z.output<typeof otpSchema>) => {
    const client = clientOf(ctx, request)
    const challenge = challengeOf(body)
    if (!ctx.settings.signup.email) throw new AuthError('email_provider_disabled')
    requireMailer(ctx)
    const address = normalizeEmail(body.email ?? '')
    const asked = { address, createUser: body.create_user, data: body.data, challenge }
    return sendSignIn(ctx, reachOf(ctx, 'email'), asked, client)
  }

  app.post('/otp', { config: { expectsReturn: true } }, async (request) => {
    await requireCaptcha(ctx, request)
    const body = readBody(otpSchema, request)
    const { email, phone, channel, create_user: createUser, data } = body
    if (email !== undefined && phone !== undefined)
      throw invalid('Only an email address or phone number should be provided')
    if (email !== undefined) {
      if (channel !== undefined) throw invalid('Channel should only be specified with Phone OTP')
      return sendLink(request, body)
    }
    if (phone === undefined) throw invalid('One of email or phone must be set')
    if (!ctx.settings.signup.phone) throw new AuthError('phone_provider_disabled')
    const asked = { address: normalizePhone(phone), createUser, data, channel }
    return sendSignIn(ctx, reachOf(ctx, 'phone'), asked, clientOf(ctx, request))
  })

  app.post('/magiclink', { config: { expectsReturn: true } }, async (request) => {
    await requireCaptcha(ctx, request)
    return sendLink(request, readBody(otpSchema, request))
  })

  app.post('/recover', async (request) => {
    await requireCaptcha(ctx, request)
    const body = readBody(recoverSchema, request)
    if (body.email === undefined) throw invalid('Password recovery requires an email')
    const email = normalizeEmail(body.email)
    const challenge = challengeOf(body)
    requireMailer(ctx)
    return sendRecovery(ctx, { email, challenge }, clientOf(ctx, request))
  })

  app.post('/resend', { config: { expectsReturn: true } }, async (request) => {
    await requireCaptcha(ctx, request)
    return resend(ctx, readBody(resendSchema, request), clientOf(ctx, request))
  })
}
