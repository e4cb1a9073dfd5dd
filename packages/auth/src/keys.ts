import { hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { z } from 'zod'

const ALGORITHMS = ['HS256', 'RS256', 'ES256', 'EdDSA'] as const
export type Algorithm = (typeof ALGORITHMS)[number]

interface VerificationKey {
  alg: Algorithm
  key: CryptoKey | Uint8Array
}

/** The keys of one installation, shared by all its nodes. */
export interface KeySet {
  readonly signing: VerificationKey & { kid: string | undefined }
  readonly byKid: ReadonlyMap<string, VerificationKey>
  /** Verifies tokens without a known `kid`, as older projects sign them. */
  readonly legacySecret: Uint8Array | undefined
  /** The keys of `/.well-known/jwks.json`, without any symmetric or private part. */
  readonly publicKeys: readonly JWK[]
  /** Hashes codes and refresh tokens; not a JWT key. */
  readonly pepper: Uint8Array
}

const jwkSchema = z.looseObject({
  kty: z.enum(['oct', 'RSA', 'EC', 'OKP']),
  kid: z.string().optional(),
  alg: z.string().optional(),
  key_ops: z.array(z.string()).optional(),
  k: z.string().optional(),
  d: z.string().optional(),
})
type ParsedJwk = z.infer<typeof jwkSchema>
const keySetSchema = z.union([
  z.array(jwkSchema),
  z.object({ keys: z.array(jwkSchema) }).transform((set) => set.keys),
])

/**
 * A fresh JSON Web Key Set as text: an ES256 signing key and the secret that hashes codes and
 * refresh tokens (`key_ops: ["deriveKey"]`). Keep it private and share it among all nodes.
 */
export async function generateKeySet(): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const signing = {
    ...(await exportJWK(privateKey)),
    kid: randomUUID(),
    alg: 'ES256',
    key_ops: ['sign', 'verify'],
  }
  const pepper = {
    kty: 'oct',
    kid: randomUUID(),
    k: randomBytes(32).toString('base64url'),
    key_ops: ['deriveKey'],
  }
  return JSON.stringify({ keys: [signing, pepper] })
}

/**
 * Reads a key set: a JWKS, or a bare array of JWKs as existing projects have it. Exactly one key
 * signs (`key_ops` has "sign"). Throws on anything else; the text itself is never in the message.
 */
export async function loadKeySet(text: string, legacySecret?: string): Promise<KeySet> {
  const jwks = parseJwks(text)
  const legacy = legacySecret === undefined ? undefined : new TextEncoder().encode(legacySecret)
  const byKid = new Map<string, VerificationKey>()
  for (const jwk of jwks) {
    if (jwk.key_ops?.includes('deriveKey') === true || jwk.kid === undefined) continue
    byKid.set(jwk.kid, await importVerificationKey(jwk))
  }
  const signers = jwks.filter((jwk) => jwk.key_ops?.includes('sign') === true)
  const [signer] = signers
  if (signers.length > 1) throw new Error('The key set has more than one key with key_ops "sign".')
  if (signer === undefined && legacy === undefined)
    throw new Error('The key set has no key with key_ops "sign".')
  const shared = { alg: 'HS256', key: legacy ?? new Uint8Array(), kid: undefined } as const
  return {
    signing: signer === undefined ? shared : await importSigningKey(signer),
    byKid,
    legacySecret: legacy,
    publicKeys: jwks.filter((jwk) => jwk.kty !== 'oct').map(publicPart),
    pepper: pepperOf(jwks, signer, legacySecret),
  }
}

const TEN_YEARS_S = 10 * 365 * 24 * 3600

/** The long-lived JWT that clients send as `apikey`: `anon` is public, `service_role` is an administrator. */
export function signApiKey(keys: KeySet, role: 'anon' | 'service_role', issuer = 'auth'): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  return signJwt(keys, { iss: issuer, role, iat: now, exp: now + TEN_YEARS_S })
}

/** Signs claims with the set's signing key. */
export function signJwt(keys: KeySet, claims: Record<string, unknown>): Promise<string> {
  const { alg, key, kid } = keys.signing
  const header = kid === undefined ? { alg, typ: 'JWT' } : { alg, typ: 'JWT', kid }
  return new SignJWT(claims).setProtectedHeader(header).sign(key)
}

function parseJwks(text: string): ParsedJwk[] {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new Error('The key set is not JSON.')
  }
  const parsed = keySetSchema.safeParse(json)
  if (!parsed.success) throw new Error('The key set is not a JSON Web Key Set.')
  return parsed.data
}

function algorithmOf(jwk: ParsedJwk): Algorithm {
  const byType = { oct: 'HS256', RSA: 'RS256', EC: 'ES256', OKP: 'EdDSA' } as const
  const alg = ALGORITHMS.find((name) => name === (jwk.alg ?? byType[jwk.kty]))
  if (alg === undefined) throw new Error('The key set has a key of an unsupported algorithm.')
  return alg
}

async function importSigningKey(jwk: ParsedJwk): Promise<KeySet['signing']> {
  const alg = algorithmOf(jwk)
  const members = Object.fromEntries(Object.entries(jwk).filter(([, value]) => value !== undefined))
  return { alg, key: await importJWK({ ...members, kty: jwk.kty, key_ops: ['sign'] }, alg), kid: jwk.kid }
}

async function importVerificationKey(jwk: ParsedJwk): Promise<VerificationKey> {
  const alg = algorithmOf(jwk)
  const material = jwk.kty === 'oct' ? withMembers(jwk, ['k']) : publicPart(jwk)
  return { alg, key: await importJWK(material, alg) }
}

const PUBLIC_MEMBERS = ['kty', 'kid', 'n', 'e', 'crv', 'x', 'y']

function publicPart(jwk: ParsedJwk): JWK {
  return { ...withMembers(jwk, PUBLIC_MEMBERS), alg: algorithmOf(jwk), key_ops: ['verify'], use: 'sig' }
}

function withMembers(jwk: ParsedJwk, names: readonly string[]): JWK {
  const members = Object.entries(jwk).filter(([name, value]) => value !== undefined && names.includes(name))
  return { ...Object.fromEntries(members), kty: jwk.kty }
}

function pepperOf(
  jwks: ParsedJwk[],
  signer: ParsedJwk | undefined,
  legacySecret: string | undefined,
): Uint8Array {
  const own = jwks.find((jwk) => jwk.kty === 'oct' && jwk.key_ops?.includes('deriveKey') === true)?.k
  if (own !== undefined) return Buffer.from(own, 'base64url')
  const material = signer?.d ?? signer?.k ?? legacySecret ?? ''
  return new Uint8Array(hkdfSync('sha256', material, '', 'one-time and refresh tokens', 32))
}
