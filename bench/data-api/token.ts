import { createHmac } from 'node:crypto'
import { z } from 'zod'

export const SECRET = 'bench-secret-of-at-least-thirty-two-characters'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const sign = (text: string) => createHmac('sha256', SECRET).update(text).digest('base64url')

/** An HS256 token of a signed-in user, valid for a day. */
export function tokenOf(user: string): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = { sub: user, role: 'authenticated', aud: 'authenticated', iat: now, exp: now + 86_400 }
  const unsigned = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${unsigned}.${sign(unsigned)}`
}

const claimsSchema = z.record(z.string(), z.unknown())

/** The claims of a token; undefined when its signature is not ours. */
export function claimsOf(token: string): Record<string, unknown> | undefined {
  const [header, payload, signature] = token.split('.')
  if (signature !== sign(`${header}.${payload}`) || payload === undefined) return undefined
  return claimsSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
}
