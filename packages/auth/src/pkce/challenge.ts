import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AuthError, invalid } from '../errors.ts'
import { sameSecret } from '../secrets.ts'

/** The fields of a body or query that start a PKCE flow (RFC 7636). */
export const pkceFields = {
  code_challenge: z.string().optional(),
  code_challenge_method: z.string().optional(),
}

export interface Challenge {
  challenge: string
  method: 's256' | 'plain'
}

/** The challenge of a request; undefined for implicit flows. Throws 400 when it is incomplete or malformed. */
export function challengeOf(fields: {
  code_challenge?: string | undefined
  code_challenge_method?: string | undefined
}): Challenge | undefined {
  const { code_challenge: challenge, code_challenge_method: name } = fields
  if (challenge === undefined && name === undefined) return undefined
  if (challenge === undefined || name === undefined) {
    throw invalid('PKCE flow requires code_challenge_method and code_challenge')
  }
  if (challenge.length < 43 || challenge.length > 128)
    throw invalid('code challenge has to be between 43 and 128 characters')
  if (!/^[A-Za-z0-9._~-]+$/.test(challenge)) {
    throw invalid(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    )
  }
  const method = name.toLowerCase()
  if (method !== 's256' && method !== 'plain') throw invalid(`unsupported code_challenge method ${name}`)
  return { challenge, method }
}

/** Throws 400 `bad_code_verifier` unless the verifier fits the challenge. */
export function requireVerifier(challenge: Challenge, verifier: string): void {
  const computed =
    challenge.method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  if (sameSecret(computed, challenge.challenge)) return
  throw new AuthError(
    400,
    'bad_code_verifier',
    'code challenge does not match previously saved code verifier',
  )
}
