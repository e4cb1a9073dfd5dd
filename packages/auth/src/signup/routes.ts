import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { requireAdmission, withAdmission } from '../accounts/admission.ts'
import { smsChannel } from '../accounts/ports.ts'
import { reachOf } from '../accounts/reach.ts'
import { audit } from '../audit.ts'
import type { Answer, AuthContext } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { readBody, requireCaptcha } from '../http/body.ts'
import { clientOf, type ClientRequest } from '../http/client-request.ts'
import { requireStrongPassword } from '../passwords/strength.ts'
import { challengeOf, pkceFields } from '../pkce.ts'
import { signIn } from '../sessions/session.ts'
import { normalizeEmail, normalizePhone } from '../users/address.ts'
import { userMetadataSchema } from '../users/metadata.ts'
import { insertUser } from '../users/repo.ts'
import { signUp } from './sign-up.ts'

const bodySchema = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().optional(),
  data: userMetadataSchema.default({}),
  channel: smsChannel.default('sms'),
  ...pkceFields,
})

/** POST /signup: by e-mail or phone with a password; with neither, anonymously. */
export function signupRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.post('/signup', { config: { expectsReturn: true } }, async (request) => {
    await requireCaptcha(ctx, request)
    const body = readBody(bodySchema, request)
    const client = clientOf(ctx, request)
    if (body.email === undefined && body.phone === undefined) return signUpAnonymously(ctx, body.data, client)
    const kind = body.email === undefined ? 'phone' : 'email'
    await requireAdmission(ctx, kind, client)
    const { password, data, channel } = body
    if (password === undefined) throw invalid('Signup requires a valid password')
    const email = body.email === undefined ? undefined : normalizeEmail(body.email)
    await requireStrongPassword(password, ctx.settings, email)
    const challenge = challengeOf(body)
    if (email !== undefined && body.phone !== undefined)
      throw invalid('Only an email address or phone number should be provided on signup.')
    if (kind === 'phone' && challenge !== undefined) throw invalid('PKCE not supported for phone signups')
    if (!ctx.settings.signup[kind])
      throw new AuthError(`${kind}_provider_disabled`, DISABLED[kind], { status: 400 })
    const address = email ?? normalizePhone(body.phone ?? '')
    return signUp(ctx, reachOf(ctx, kind), { address, password, data, challenge, channel }, client)
  })
}

const DISABLED = { email: 'Email signups are disabled', phone: 'Phone signups are disabled' }

/** A user without address or password; adding one makes the user permanent. */
async function signUpAnonymously(
  ctx: AuthContext,
  data: Record<string, unknown>,
  client: ClientRequest,
): Promise<Answer> {
  if (!ctx.settings.anonymous.enabled) throw new AuthError('anonymous_provider_disabled')
  return signIn(ctx, { client, method: 'anonymous' }, async (tx) => {
    const user = { raw_user_meta_data: data, is_anonymous: true, aud: ctx.settings.jwt.audience }
    const created = await withAdmission(ctx, { db: tx, provider: 'anonymous', client }, () =>
      insertUser(tx, user),
    )
    await audit(tx, 'user_signedup', created.id, { ip: client.ip, traits: { provider: 'anonymous' } })
    return created
  })
}
