import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import { readBody, readQuery } from '../http/body.ts'
import { requireCaptcha } from '../http/captcha.ts'
import { clientOf } from '../http/client-request.ts'
import { refreshSession } from '../sessions/refresh.ts'
import { passwordGrant, passwordGrantSchema } from './password-grant.ts'
import { pkceGrant, pkceGrantSchema } from './pkce-grant.ts'

const refreshSchema = z.object({ refresh_token: z.string().optional() })
const querySchema = z.object({ grant_type: z.string().optional() })

/** POST /token: a session for a password, a refresh token or a code. Other flows add their grants to `ctx.grants`. */
export function tokenRoutes(app: FastifyInstance, ctx: AuthContext): void {
  ctx.grants.set('password', async (request) => {
    await requireCaptcha(ctx, request)
    return passwordGrant(ctx, readBody(passwordGrantSchema, request), clientOf(ctx, request))
  })
  ctx.grants.set('refresh_token', async (request) =>
    refreshSession(ctx, readBody(refreshSchema, request).refresh_token, clientOf(ctx, request)),
  )
  ctx.grants.set('pkce', async (request) =>
    pkceGrant(ctx, readBody(pkceGrantSchema, request), clientOf(ctx, request)),
  )

  app.post('/token', async (request) => {
    const grant = ctx.grants.get(readQuery(querySchema, request).grant_type ?? '')
    if (grant === undefined) throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
    return grant(request)
  })
}
