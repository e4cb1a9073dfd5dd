import { z } from 'zod'

/** Entries of `amr` that prove nothing about the person who is present. */
const NO_PROOF: ReadonlySet<string> = new Set(['anonymous', 'token_refresh'])

const amrSchema = z
  .array(z.looseObject({ method: z.string(), timestamp: z.number() }))
  .optional()
  .catch(undefined)

/** The verified payload of an access token. */
type Claims = Readonly<Record<string, unknown>>

/** The methods by which the holder of a token proved their identity in the last `maxAgeSeconds`: `password`, `otp`… */
export function recentMethods(claims: Claims, maxAgeSeconds: number, now = Date.now()): readonly string[] {
  const since = Math.floor(now / 1000) - maxAgeSeconds
  const entries = amrSchema.parse(claims['amr']) ?? []
  return entries
    .filter(({ method, timestamp }) => timestamp >= since && !NO_PROOF.has(method))
    .map(({ method }) => method)
}

/**
 * True when the holder of a verified token signed in, or answered with a second factor, in the last `maxAgeSeconds`. A
 * refresh does not count, so that a stolen token stays old. To become recent: `POST /token?grant_type=password`, or a
 * code of the second factor.
 */
export function isRecentlyAuthenticated(claims: Claims, maxAgeSeconds: number, now = Date.now()): boolean {
  return recentMethods(claims, maxAgeSeconds, now).length > 0
}
