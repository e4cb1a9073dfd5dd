import type { TokenVerifier } from '@antojo/auth/access-token'
import type { Actor } from '@antojo/db/scope'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyRequest,
  RawReplyDefaultExpression as Reply,
  RawRequestDefaultExpression as Request,
  RawServerDefault as Server,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Asker } from './asker.ts'
import { AppError } from './app-error.ts'

/** The app of the product's routes, whose requests are parsed by zod. */
export type ProductApp = FastifyInstance<Server, Request, Reply, FastifyBaseLogger, ZodTypeProvider>

/** The parameters of a route to one of a person's things. */
export const idParams = z.object({ id: z.uuid() })

/** A person with a verified session. */
export interface User {
  readonly id: string
  readonly email: string | null
  readonly actor: Actor
}

/** Identifies the sender of a request. */
export type RequestScope = ReturnType<typeof createRequestScope>

export const GUEST_ACTOR: Actor = { role: 'anon', claims: { role: 'anon' } }

/** `verifySignature` does not look up the session; it determines the asker of a request without a query. */
export function createRequestScope(verifyToken: TokenVerifier, verifySignature: TokenVerifier) {
  const userOrGuest = async (request: FastifyRequest, verify = verifyToken): Promise<User | null> => {
    const token = bearer(request)
    if (token === null) return null
    const verified = await verify(token)
    if (!verified.ok) {
      const expired = verified.code === 'jwt_expired'
      throw new AppError(
        'session_expired',
        expired ? 'The session has expired.' : 'The access token is not valid.',
      )
    }
    const { claims } = verified
    if (claims.role !== 'authenticated' || claims.sub === undefined) return null
    const email = typeof claims['email'] === 'string' && claims['email'] !== '' ? claims['email'] : null
    return { id: claims.sub, email, actor: { role: 'authenticated', claims } }
  }
  return {
    /** The session's user, or null for a guest; throws `session_expired` for a token that is no longer valid. */
    userOrGuest: (request: FastifyRequest): Promise<User | null> => userOrGuest(request),
    /** The session's user; throws `session_required` for a guest. */
    user: async (request: FastifyRequest): Promise<User> => {
      const user = await userOrGuest(request)
      if (!user) throw new AppError('session_required', 'Sign in first.')
      return user
    },
    /** The asker whose limits the request counts against; a request with an invalid token counts as a guest's. */
    asker: async (request: FastifyRequest): Promise<Asker> => {
      const user = await userOrGuest(request, verifySignature).catch(() => null)
      return { account: user?.id ?? null, address: request.ip }
    },
  }
}

function bearer(request: FastifyRequest): string | null {
  const match = /^Bearer\s+(?<token>\S+)$/iu.exec(request.headers.authorization ?? '')
  return match?.groups?.['token'] ?? null
}
