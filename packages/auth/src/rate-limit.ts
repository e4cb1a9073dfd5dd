import { keyedHash } from './secrets.ts'
import { AuthError } from './errors.ts'
import { one, run } from './database.ts'
import type { AuthContext } from './context.ts'
import type { Bucket } from './settings.ts'

type Limited = Pick<AuthContext, 'pool' | 'keys' | 'settings'>

/**
 * Takes one token from a bucket that all nodes share; false when it is empty. A bucket holds
 * `burst` tokens and refills evenly in `perSeconds`. One atomic statement, no lock beyond its row.
 */
export async function takeToken(ctx: Limited, bucket: Bucket, ...key: string[]): Promise<boolean> {
  if (!ctx.settings.rateLimits.enabled) return true
  const taken = await one(
    ctx.pool,
    `insert into auth.rate_limits as b (key, tokens, updated_at) values ($1, $2::float8 - 1, clock_timestamp())
     on conflict (key) do update set
       tokens = least($2, b.tokens + $3 * greatest(0, extract(epoch from clock_timestamp() - b.updated_at))) - 1,
       updated_at = clock_timestamp()
     where least($2, b.tokens + $3 * greatest(0, extract(epoch from clock_timestamp() - b.updated_at))) >= 1
     returning tokens`,
    [keyedHash(ctx.keys.pepper, 'rate limit', ...key), bucket.burst, bucket.burst / bucket.perSeconds],
  )
  return taken !== undefined
}

/** Gives a token back, e.g. after a right password: only failures count against an account. */
export async function returnToken(ctx: Limited, bucket: Bucket, ...key: string[]): Promise<void> {
  if (!ctx.settings.rateLimits.enabled) return
  await run(ctx.pool, 'update auth.rate_limits set tokens = least($2, tokens + 1) where key = $1', [
    keyedHash(ctx.keys.pepper, 'rate limit', ...key),
    bucket.burst,
  ])
}

type AddressLimit = Exclude<
  keyof AuthContext['settings']['rateLimits'],
  'enabled' | 'account' | 'accountByAddress'
>

/** Throws 429 when the client's address has used up the named limit. */
export async function limitAddress(ctx: Limited, name: AddressLimit, ip: string): Promise<void> {
  if (await takeToken(ctx, ctx.settings.rateLimits[name], name, ip)) return
  throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
}

/**
 * Throws 429 when too many wrong passwords or codes were tried on an account: from this address, or
 * from all together. `account` is what the client sent, so that unknown accounts are limited like
 * known ones. `forgive` takes a try back that was right.
 */
export async function limitAccount(
  ctx: Limited,
  account: string,
  ip: string,
): Promise<{ forgive: () => Promise<void> }> {
  const { account: overall, accountByAddress: local } = ctx.settings.rateLimits
  const allowed =
    (await takeToken(ctx, local, 'account', account, ip)) &&
    (await takeToken(ctx, overall, 'account', account))
  if (!allowed) throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
  return {
    forgive: async () => {
      await returnToken(ctx, local, 'account', account, ip)
      await returnToken(ctx, overall, 'account', account)
    },
  }
}

const HOUR_S = 3600

/**
 * Throws 429 when this address was sent something of the kind a moment ago, or the installation
 * has used up its hour. Asked before the account is looked up: known and unknown are alike.
 */
export async function limitSending(
  ctx: Limited,
  channel: 'mail' | 'sms',
  kind: string,
  address: string,
): Promise<void> {
  const { maxFrequency, perHour } = ctx.settings[channel]
  const code = channel === 'mail' ? 'over_email_send_rate_limit' : 'over_sms_send_rate_limit'
  if (
    maxFrequency > 0 &&
    !(await takeToken(ctx, { burst: 1, perSeconds: maxFrequency }, channel, kind, address))
  ) {
    const text = `For security purposes, you can only request this after ${Math.ceil(maxFrequency)} seconds.`
    throw new AuthError(429, code, text)
  }
  if (await takeToken(ctx, { burst: perHour, perSeconds: HOUR_S }, channel, 'all')) return
  throw new AuthError(429, code, channel === 'mail' ? 'email rate limit exceeded' : 'SMS rate limit exceeded')
}
