import { errors, type JWTHeaderParameters, jwtVerify } from 'jose'
import { z } from 'zod'
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { KeySet } from './keys.ts'

const claimsSchema = z.looseObject({
  sub: z.string().optional(),
  aud: z.union([z.string(), z.array(z.string())]).nullish(),
  role: z.string().optional(),
  exp: z.number().optional(),
  iat: z.number().optional(),
  session_id: z.string().optional(),
  aal: z.string().optional(),
  aal_required: z.string().optional(),
  is_anonymous: z.boolean().optional(),
})

/** The verified payload of an access token or API key. */
export type AccessClaims = z.infer<typeof claimsSchema>

type Verification = { ok: true; claims: AccessClaims } | { ok: false; code: Refusal; message: string }

export type Refusal =
  | 'bad_jwt'
  | 'jwt_expired'
  | 'jwt_not_yet_valid'
  | 'jwt_issued_in_future'
  | 'bad_audience'
  | 'bad_claims'
  | 'insufficient_aal'

export type TokenVerifier = (jwt: string) => Promise<Verification>

interface TokenVerifierOptions {
  /** Tokens that name an audience must name this one; tokens of users must name one. */
  audience?: string
  /** The clock of the signer may differ by this number of seconds; default: 0. */
  clockTolerance?: number
  /** Refuses tokens of people who have a second factor and have not shown it yet: these open the auth service only. */
  secondStep?: 'required'
}

/** Limit of the cache of verified tokens. A cached token is not checked again. */
const MAX_CACHE_BYTES = 32 * 1024 * 1024
/** Our own tokens are shorter, because their metadata is bounded. Node accepts longer headers. */
const MAX_TOKEN_LENGTH = 14 * 1024
/** In seconds. Clocks of nodes differ, so every verifier allows this. */
const MAX_IAT_AHEAD = 30
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
  const rules = { audience: options.audience ?? 'authenticated', clockTolerance: options.clockTolerance ?? 0 }
  const verified = new VerifiedTokens<AccessClaims>(MAX_CACHE_BYTES)

  return async (jwt) => {
    if (jwt.length > MAX_TOKEN_LENGTH) return refuse('bad_jwt', 'token is too long')
    const known = verified.find(jwt)
    if (known !== undefined) return { ok: true, claims: known }
    const result = await verify(keys, jwt, rules)
    if (result.ok && options.secondStep === 'required' && owesSecondStep(result.claims))
      return refuse('insufficient_aal', 'the second step of the sign-in is missing')
    if (result.ok) verified.add(jwt, result.claims)
    return result
  }
}

function owesSecondStep({ aal, aal_required }: AccessClaims): boolean {
  return aal_required !== undefined && aal !== aal_required
}

type Rules = Required<Pick<TokenVerifierOptions, 'audience' | 'clockTolerance'>>

async function verify(keys: KeySet, jwt: string, { audience, clockTolerance }: Rules): Promise<Verification> {
  try {
    const { payload } = await jwtVerify(jwt, (header) => selectKey(keys, header), { clockTolerance })
    const { data: claims } = claimsSchema.safeParse(payload)
    if (claims === undefined) return refuse('bad_jwt', 'token has malformed claims')
    if (!audienceFits(claims, audience)) return refuse('bad_audience', 'token has an unexpected audience')
    if ((claims.iat ?? 0) > Date.now() / 1000 + MAX_IAT_AHEAD)
      return refuse('jwt_issued_in_future', 'token used before issued')
    return { ok: true, claims }
  } catch (error) {
    if (error instanceof errors.JWTExpired) return refuse('jwt_expired', 'token is expired')
    if (error instanceof errors.JWTClaimValidationFailed && error.reason === 'invalid')
      return refuse('bad_claims', `The JWT '${error.claim}' claim must be a number`)
    if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'nbf')
      return refuse('jwt_not_yet_valid', 'token is not valid yet')
    const isToken = error instanceof errors.JOSEError
    return refuse(
      'bad_jwt',
      isToken ? 'token is malformed or its signature is invalid' : 'token is malformed',
    )
  }
}

function refuse(code: Refusal, message: string): Verification {
  return { ok: false, code, message }
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

const PURGE_MS = 60_000
/** An entry needs this memory besides its text, for the hash and the claims as objects. */
const ENTRY_BYTES = 1024

interface Expiring {
  /** Seconds since 1970. */
  readonly exp?: number | undefined
}

/** The claims of tokens whose signature was checked. Bounded in bytes; expired ones are removed. */
export class VerifiedTokens<Claims extends Expiring & object> {
  readonly #claims: LRUCache<string, Claims>
  #purgedAt = Date.now()

  constructor(maxBytes: number) {
    this.#claims = new LRUCache({ maxSize: maxBytes })
  }

  get size(): number {
    return this.#claims.size
  }

  find(jwt: string): Claims | undefined {
    const key = keyOf(jwt)
    const claims = this.#claims.get(key)
    if (claims === undefined || !isExpired(claims, Date.now())) return claims
    this.#claims.delete(key)
    return undefined
  }

  add(jwt: string, claims: Claims): void {
    this.#purge()
    // A character of a text takes up to two bytes.
    this.#claims.set(keyOf(jwt), claims, { size: ENTRY_BYTES + 2 * jwt.length })
  }

  #purge(): void {
    const now = Date.now()
    if (now < this.#purgedAt + PURGE_MS) return
    this.#purgedAt = now
    for (const [key, claims] of this.#claims.entries()) if (isExpired(claims, now)) this.#claims.delete(key)
  }
}

function keyOf(jwt: string): string {
  return hash('sha256', jwt, 'base64')
}

function isExpired({ exp }: Expiring, now: number): boolean {
  return exp !== undefined && exp * 1000 <= now
}
