import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AuthContext } from '../context.ts'
import { invalid } from '../errors.ts'
import { issueMailCode } from '../pkce/flow-state.ts'
import { readBody, readQuery } from '../http/body.ts'
import { requireCaptcha } from '../http/captcha.ts'
import { clientOf } from '../http/client-request.ts'
import type { ClientRequest } from '../http/client-request.ts'
import { sessionParams, withError, withFragment, withQuery } from '../http/redirect.ts'
import { normalizeEmail, normalizePhone } from '../users/address.ts'
import { limitAddress } from '../limits/requests.ts'
import { isPkceLink } from '../one-time/tokens.ts'
import { createSession, presentSession } from '../sessions/session.ts'
import { VERIFY_TYPES, verifyOneTime } from './verify.ts'
import type { Proof, VerifyType } from './verify.ts'

const postSchema = z.object({
  type: z.string().optional(),
  token: z.string().optional(),
  token_hash: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
})
const getSchema = z.object({ type: z.string().optional(), token: z.string().optional() })

const HALF_WAY = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** POST /verify takes a code or hash; links in mails lead to GET /verify. */
export function verifyRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.post('/verify', async (request) => {
    await requireCaptcha(ctx, request)
    const client = clientOf(ctx, request)
    const body = readBody(postSchema, request)
    const type = typeOf(body.type)
    const outcome = await verifyOneTime(ctx, { type, proof: proofOf(body, type), client }, (tx, user) =>
      createSession(tx, ctx, { user, client, method: 'otp' }),
    )
    if (outcome.kind === 'half') return { msg: HALF_WAY, code: '200' }
    return presentSession(ctx, outcome.user, outcome.result)
  })

  // No HEAD route: a mail scanner that checks links would consume the token. And `warn`, because the host application
  // logs URLs of requests, which hold the token.
  app.get('/verify', { exposeHeadRoute: false, logLevel: 'warn' }, async (request, reply) => {
    const query = readQuery(getSchema, request)
    const type = typeOf(query.type)
    if (query.token === undefined) throw invalid('Verify requires a token')
    const client = clientOf(ctx, request)
    const link = query.token
    const target = await follow(ctx, { client, type, link }).catch((error: unknown) =>
      withError(client.redirectTo, error, isPkceLink(link)),
    )
    return reply.redirect(target, 303)
  })
}

interface Followed {
  client: ClientRequest
  type: VerifyType
  link: string
}

/** Where the browser goes next: with a code for a PKCE flow, else with the session. */
async function follow(ctx: AuthContext, { client, type, link }: Followed): Promise<string> {
  await limitAddress(ctx, 'verify', client.ip)
  const outcome = await verifyOneTime(ctx, { type, proof: { link }, client }, async (tx, user, flowId) =>
    flowId === null
      ? { session: await createSession(tx, ctx, { user, client, method: 'otp' }) }
      : { code: await issueMailCode(tx, { userId: user.id, flowId }) },
  )
  if (outcome.kind === 'half') {
    const message = { message: HALF_WAY }
    return withFragment(isPkceLink(link) ? withQuery(client.redirectTo, message) : client.redirectTo, message)
  }
  const { result, user } = outcome
  if ('code' in result) return withQuery(client.redirectTo, { code: result.code })
  return withFragment(client.redirectTo, {
    ...sessionParams(await presentSession(ctx, user, result.session)),
    type,
  })
}

function typeOf(name: string | undefined): VerifyType {
  const type = VERIFY_TYPES.find((candidate) => candidate === name)
  if (name === undefined) throw invalid('Verify requires a verification type')
  if (type === undefined) throw invalid('Unsupported verification type')
  return type
}

function proofOf(body: z.output<typeof postSchema>, type: VerifyType): Proof {
  if ((body.token === undefined) === (body.token_hash === undefined)) {
    throw invalid('Verify requires either a token or a token hash')
  }
  if (body.token_hash !== undefined) {
    if (body.email !== undefined || body.phone !== undefined) {
      throw invalid('Only the token_hash and type should be provided')
    }
    return { link: body.token_hash }
  }
  const code = body.token ?? ''
  if (type === 'sms' || type === 'phone_change') {
    if (body.phone === undefined)
      throw invalid('Only an email address or phone number should be provided on verify')
    return { address: normalizePhone(body.phone), code }
  }
  if (body.email === undefined)
    throw invalid('Only an email address or phone number should be provided on verify')
  return { address: normalizeEmail(body.email), code }
}
