import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import { readBody, readQuery } from '../http/body.ts'
import { requireCaptcha } from '../http/captcha.ts'
import { clientOf } from '../http/client-request.ts'
import { refreshSession } from '../sessions/refresh.ts'
import { idTokenGrant } from '../oauth/id-token-grant.ts'
import { web3Grant } from '../web3/web3-grant.ts'
import { passwordGrant, passwordGrantSchema } from './password-grant.ts'
import { pkceGrant, pkceGrantSchema } from './pkce-grant.ts'

const refreshSchema = z.object({ refresh_token: z.string().optional() })
const querySchema = z.object({ grant_type: z.string().optional() })

/** POST /token: a session for a password, a refresh token, a code or a signed message. */
export function tokenRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.post('/token', async (request) => {
    const { grant_type: grant } = readQuery(querySchema, request)
    const client = clientOf(ctx, request)
    switch (grant) {
      case 'password':
        await requireCaptcha(ctx, request)
        return passwordGrant(ctx, readBody(passwordGrantSchema, request), client)
      case 'refresh_token':
        return refreshSession(ctx, readBody(refreshSchema, request).refresh_token, client)
      case 'pkce':
        return pkceGrant(ctx, readBody(pkceGrantSchema, request), client)
      case 'web3':
        await requireCaptcha(ctx, request)
        return web3Grant(ctx, request, client)
      case 'id_token':
        return idTokenGrant(ctx, request, client)
      default:
        throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
    }
  })
}
