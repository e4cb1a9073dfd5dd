import { AuthError } from '../errors.ts'
import { networksOf } from '../network.ts'
import type { Bucket } from '../settings.ts'
import { takeTokens } from './buckets.ts'
import type { Draw, Limited } from './buckets.ts'

/** The network of a site or provider holds several homes and offices. */
const WIDE_FACTOR = 4

/** The limits that count the requests of a network. */
export type RequestLimit = 'send' | 'token' | 'verify' | 'anonymous' | 'sso' | 'web3' | 'factors'

/** Throws 429 when the client's network has used up the named limit. */
export async function limitAddress(ctx: Limited, name: RequestLimit, ip: string): Promise<void> {
  const draws = networkDraws([name], ctx.settings.rateLimits[name], ip)
  if ((await takeTokens(ctx, draws)).length < draws.length) throw tooManyRequests()
}

/** Throws 429 when a session was refreshed too often. Other sessions of the network do not count. */
export async function limitRefresh(ctx: Limited, sessionId: string): Promise<void> {
  const draws = [{ bucket: ctx.settings.rateLimits.refresh, key: ['refresh', sessionId] }]
  if ((await takeTokens(ctx, draws)).length === 0) throw tooManyRequests()
}

/**
 * Takes a token of the address's network and one of the wider network around it. The narrow one comes first, so that a
 * client over its own limit does not use up that of its neighbours.
 */
export function networkDraws(
  name: readonly string[],
  bucket: Bucket,
  ip: string,
  wideFactor = WIDE_FACTOR,
): readonly [Draw, Draw] {
  const { narrow, wide } = networksOf(ip)
  return [
    { bucket, key: [...name, 'network', narrow] },
    { bucket: { ...bucket, burst: bucket.burst * wideFactor }, key: [...name, 'wide network', wide] },
  ]
}

export function tooManyRequests(): AuthError {
  return new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
}
