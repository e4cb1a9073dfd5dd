import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { AuthContext } from '../context.ts'
import { isAdminRequest } from '../http/bearer.ts'
import { decodeRefreshToken } from '../sessions/refresh-token.ts'
import {
  type Draw,
  limitAddress,
  limitRefresh,
  networkDraws,
  type RequestLimit,
  tooManyRequests,
} from './buckets.ts'

/** Throws 429 when the client has asked too often. */
type Limit = (request: FastifyRequest) => Promise<void>

/** Sets the limit of each route that is added from now on. Throws for a route that has none. */
export function limitRoutes(app: FastifyInstance, ctx: AuthContext): void {
  const limits = limitsOf(ctx)
  app.addHook('onRoute', (route) => {
    const method = route.method === 'HEAD' ? 'GET' : String(route.method)
    // Under the prefix `/`, paths lack their first slash.
    const limit = limits(method, route.routePath.replace(/^(?!\/)/u, '/'))
    route.preHandler = [limit, ...[route.preHandler ?? []].flat()]
  })
}

/** The limits by the client's network, and some others. */
type RouteLimit = RequestLimit | 'light' | 'admin' | 'sign-up' | 'grant' | 'in handler'

const ROUTE_LIMITS: Readonly<Record<string, RouteLimit>> = {
  'GET /health': 'light',
  'GET /settings': 'light',
  'GET /.well-known/jwks.json': 'light',
  'GET /.well-known/openid-configuration': 'light',
  'POST /signup': 'sign-up',
  'POST /token': 'grant',
  'POST /otp': 'send',
  'POST /magiclink': 'send',
  'POST /recover': 'send',
  'POST /resend': 'send',
  'POST /verify': 'verify',
  // The handler counts, because it answers with a redirect even when it refuses.
  'GET /verify': 'in handler',
  'GET /user': 'light',
  'PUT /user': 'send',
  'POST /user/restore': 'factors',
  'GET /user/sessions': 'light',
  'DELETE /user/sessions/:session_id': 'factors',
  'GET /reauthenticate': 'send',
  'POST /logout': 'light',
  'GET /authorize': 'token',
  'GET /callback': 'token',
  'POST /callback': 'token',
  'GET /user/identities/authorize': 'token',
  'DELETE /user/identities/:identity_id': 'factors',
  'POST /sso': 'sso',
  'GET /sso/saml/metadata': 'light',
  'POST /sso/saml/acs': 'sso',
  'POST /factors': 'factors',
  'POST /factors/:factor_id/challenge': 'factors',
  'POST /factors/:factor_id/verify': 'factors',
  'DELETE /factors/:factor_id': 'factors',
  'GET /passkeys': 'light',
  'PATCH /passkeys/:passkey_id': 'factors',
  'DELETE /passkeys/:passkey_id': 'factors',
  'POST /passkeys/registration/options': 'factors',
  'POST /passkeys/registration/verify': 'factors',
  // Asked by every visit of the sign-in screen, which must not use up the sign-ins of a network.
  'POST /passkeys/authentication/options': 'light',
  'POST /passkeys/authentication/verify': 'token',
  'POST /invite': 'admin',
}

function limitsOf(ctx: AuthContext): (method: string, path: string) => Limit {
  const light = lightLimit(ctx)
  const limitOf = (name: RouteLimit): Limit => {
    switch (name) {
      case 'light':
        return light
      case 'admin':
        return async (request) => {
          if (!(await isAdminRequest(ctx, request))) await light(request)
        }
      case 'sign-up':
        return (request) => {
          const hasAddress = addressSchema.safeParse(request.body).success
          return limitAddress(ctx, hasAddress ? 'send' : 'anonymous', request.ip)
        }
      case 'grant':
        return (request) => limitGrant(ctx, request)
      case 'in handler':
        return () => Promise.resolve()
      default:
        return (request) => limitAddress(ctx, name, request.ip)
    }
  }
  return (method, path) => {
    const name = path.startsWith('/admin/') ? 'admin' : ROUTE_LIMITS[`${method} ${path}`]
    if (name === undefined) throw new Error(`${method} ${path} has no limit: add it to the table`)
    return limitOf(name)
  }
}

function lightLimit({ settings }: AuthContext): Limit {
  const { enabled, light } = settings.rateLimits
  const buckets = new LocalBuckets()
  return async ({ ip }) => {
    if (enabled && !buckets.take(networkDraws(['light'], light, ip))) throw tooManyRequests()
  }
}

const refreshSchema = z.object({ refresh_token: z.string() })
const grantSchema = z.object({ grant_type: z.string() })

/** Refreshes count for their session: clients sign out when one is refused, and neighbours must not cause that. */
async function limitGrant(ctx: AuthContext, request: FastifyRequest): Promise<void> {
  const grant = grantSchema.safeParse(request.query).data?.grant_type
  const refresh = grant === 'refresh_token' ? refreshSchema.safeParse(request.body).data : undefined
  const token = refresh && decodeRefreshToken(ctx.keys.pepper, refresh.refresh_token)
  if (token !== undefined) await limitRefresh(ctx, token.sessionId)
  else await limitAddress(ctx, grant === 'web3' ? 'web3' : 'token', request.ip)
}

const addressSchema = z.union([
  z.object({ email: z.string().min(1) }),
  z.object({ phone: z.string().min(1) }),
])

const MAX_KEYS = 10_000

/** Buckets of one node, for requests that are cheaper than counting them in the database. */
class LocalBuckets {
  /** The time, in seconds, when each bucket will be full; a bucket without an entry is full. */
  readonly #fullAt = new LRUCache<string, number>({ max: MAX_KEYS })

  /** Takes a token of each bucket, in order; false at the first that is empty. */
  take(draws: readonly Draw[]): boolean {
    return draws.every(({ bucket: { burst, perSeconds }, key }) => {
      const name = key.join(' ')
      const now = performance.now() / 1000
      const fullAt = Math.max(this.#fullAt.get(name) ?? now, now) + perSeconds / burst
      if (fullAt > now + perSeconds) return false
      this.#fullAt.set(name, fullAt)
      return true
    })
  }
}
