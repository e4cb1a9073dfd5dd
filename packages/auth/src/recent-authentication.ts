import { z } from 'zod'

/** Entries of `amr` that prove nothing about the person at the keyboard. */
const NO_PROOF: ReadonlySet<string> = new Set(['anonymous', 'token_refresh'])

const amrSchema = z
  .array(z.looseObject({ method: z.string(), timestamp: z.number() }))
  .optional()
  .catch(undefined)

/** The verified payload of an access token. */
type Claims = Readonly<Record<string, unknown>>

/** How the holder of a token proved who they are in the last `maxAgeSeconds`: `password`, `totp`, `otp`… */
export function recentMethods(claims: Claims, maxAgeSeconds: number, now = Date.now()): readonly string[] {
  const since = Math.floor(now / 1000) - maxAgeSeconds
  const entries = amrSchema.parse(claims['amr']) ?? []
  return entries
    .filter(({ method, timestamp }) => timestamp >= since && !NO_PROOF.has(method))
    .map(({ method }) => method)
}

/**
 * True when the holder of a verified token signed in, or answered with a second factor, in the last
 * `maxAgeSeconds`. Refreshing a session does not count, so a stolen token stays as old as it is. To
 * become recent: `POST /token?grant_type=password`, or a code of the second factor where there is one.
 */
export function isRecentlyAuthenticated(claims: Claims, maxAgeSeconds: number, now = Date.now()): boolean {
  return recentMethods(claims, maxAgeSeconds, now).length > 0
}
