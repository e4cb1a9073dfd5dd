import { errors, jwtVerify } from 'jose'
import type { JWTHeaderParameters } from 'jose'
import { z } from 'zod'
import type { KeySet } from './keys.ts'
import { VerifiedTokens } from './verified-tokens.ts'

const claimsSchema = z.looseObject({
  sub: z.string().optional(),
  aud: z.union([z.string(), z.array(z.string())]).optional(),
  role: z.string().optional(),
  exp: z.number().optional(),
  session_id: z.string().optional(),
  aal: z.string().optional(),
  aal_required: z.string().optional(),
  is_anonymous: z.boolean().optional(),
})

/** The verified payload of an access token or API key. */
export type AccessClaims = z.infer<typeof claimsSchema>

export type Verification =
  | { ok: true; claims: AccessClaims }
  | { ok: false; code: 'bad_jwt' | 'jwt_expired' | 'bad_audience' | 'insufficient_aal'; message: string }

export type TokenVerifier = (jwt: string) => Promise<Verification>

export interface TokenVerifierOptions {
  /** Tokens that name an audience must name this one; tokens of users must name one. */
  audience?: string
  /** How much memory verified tokens may use. A cached token is not checked again. */
  maxCacheBytes?: number
  /** Refuses tokens of people who have a second factor and have not shown it yet: these open the auth service only. */
  secondStep?: 'required'
}

const MAX_CACHE_BYTES = 32 * 1024 * 1024
/** Longer than our own tokens, whose metadata is bounded, and shorter than the headers that Node accepts. */
const MAX_TOKEN_LENGTH = 14 * 1024
const ADMIN_ROLES = new Set(['service_role', 'supabase_admin'])

/** True for tokens of an administrator (API key `service_role`). */
export function isAdmin(claims: AccessClaims): boolean {
  return claims.role !== undefined && ADMIN_ROLES.has(claims.role)
}

/**
 * Checks signature, times and audience of a JWT. The key chooses the algorithm, never the token. Does not check whether
 * the session still exists; the auth endpoints do that.
 */
export function createTokenVerifier(keys: KeySet, options: TokenVerifierOptions = {}): TokenVerifier {
  const audience = options.audience ?? 'authenticated'
  const verified = new VerifiedTokens<AccessClaims>(options.maxCacheBytes ?? MAX_CACHE_BYTES)

  return async (jwt) => {
    if (jwt.length > MAX_TOKEN_LENGTH) return { ok: false, code: 'bad_jwt', message: 'token is too long' }
    const known = verified.find(jwt)
    if (known !== undefined) return { ok: true, claims: known }
    const result = await verify(keys, jwt, audience)
    if (result.ok && options.secondStep === 'required' && owesSecondStep(result.claims))
      return { ok: false, code: 'insufficient_aal', message: 'the second step of the sign-in is missing' }
    if (result.ok) verified.add(jwt, result.claims)
    return result
  }
}

function owesSecondStep({ aal, aal_required }: AccessClaims): boolean {
  return aal_required !== undefined && aal !== aal_required
}

async function verify(keys: KeySet, jwt: string, audience: string): Promise<Verification> {
  try {
    const { payload } = await jwtVerify(jwt, (header) => selectKey(keys, header))
    const parsed = claimsSchema.safeParse(payload)
    if (!parsed.success) return { ok: false, code: 'bad_jwt', message: 'token has malformed claims' }
    if (!audienceFits(parsed.data, audience)) {
      return { ok: false, code: 'bad_audience', message: 'token has an unexpected audience' }
    }
    return { ok: true, claims: parsed.data }
  } catch (error) {
    if (error instanceof errors.JWTExpired)
      return { ok: false, code: 'jwt_expired', message: 'token is expired' }
    if (error instanceof errors.JOSEError)
      return { ok: false, code: 'bad_jwt', message: 'token is malformed or its signature is invalid' }
    return { ok: false, code: 'bad_jwt', message: 'token is malformed' }
  }
}

function selectKey(keys: KeySet, header: JWTHeaderParameters) {
  const known = header.kid === undefined ? undefined : keys.byKid.get(header.kid)
  const key =
    known ??
    (header.alg === 'HS256' && keys.legacySecret !== undefined
      ? { alg: 'HS256', key: keys.legacySecret }
      : undefined)
  if (key === undefined || key.alg !== header.alg) throw new errors.JWSSignatureVerificationFailed()
  return key.key
}

function audienceFits(claims: AccessClaims, audience: string): boolean {
  const named = [claims.aud ?? []].flat()
  if (named.length > 0) return named.includes(audience)
  return claims.role !== 'authenticated' && claims.session_id === undefined
}
