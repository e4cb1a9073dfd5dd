import type { AuthContext } from '../context.ts'
import { one, run } from '../database.ts'
import { AuthError } from '../errors.ts'
import { networksOf } from '../network.ts'
import { keyedHash } from '../secrets.ts'
import type { Bucket } from '../settings.ts'

export type Limited = Pick<AuthContext, 'pool' | 'keys' | 'settings' | 'emptyBuckets'>

/** One token of the bucket that the key names. */
export interface Draw {
  readonly bucket: Bucket
  readonly key: readonly string[]
}

/** Rounding to microseconds must not cost the last token of a bucket. */
const ROUNDING_S = 0.001

/**
 * Takes a token of each bucket, in order, up to the first that is empty. Returns the tokens left in each bucket that
 * gave one. A bucket holds `burst` tokens and refills evenly in `perSeconds`; all nodes share it.
 */
export async function takeTokens(ctx: Limited, draws: readonly Draw[]): Promise<readonly number[]> {
  if (!ctx.settings.rateLimits.enabled) return draws.map(({ bucket }) => bucket.burst)
  const hashed = draws.map((draw) => ({ ...draw, hash: hashOf(ctx, draw) }))
  const firstEmpty = hashed.findIndex(({ hash }) => ctx.emptyBuckets.has(hash))
  const tried = firstEmpty === -1 ? hashed : hashed.slice(0, firstEmpty)
  if (tried.length === 0) return []
  const row = await one<{ waits: (number | null)[] }>(
    ctx.pool,
    `with ${tried.map((_, index) => takeSql(index)).join(', ')}
     select array[${tried.map((_, index) => waitSql(index)).join(', ')}] as waits`,
    tried.flatMap(({ hash, bucket }) => [hash, step(bucket), bucket.perSeconds + ROUNDING_S]),
  )
  const waits = row?.waits.filter((wait) => wait !== null) ?? []
  const refused = tried[waits.length]
  if (refused) ctx.emptyBuckets.add(refused.hash, step(refused.bucket))
  return tried.slice(0, waits.length).map(({ bucket }, index) => tokensIn(bucket, waits[index] ?? 0))
}

/** Gives one token back to each bucket, in the order in which they were taken. */
export async function giveBack(ctx: Limited, draws: readonly Draw[]): Promise<void> {
  if (!ctx.settings.rateLimits.enabled) return
  const hashed = draws.map((draw) => ({ ...draw, hash: hashOf(ctx, draw) }))
  await run(
    ctx.pool,
    `with ${draws.map((_, index) => giveBackSql(index)).join(', ')} select`,
    hashed.flatMap(({ hash, bucket }) => [hash, step(bucket)]),
  )
  for (const { hash } of hashed) ctx.emptyBuckets.delete(hash)
}

/** Counts the tokens of a bucket and takes none. */
export async function tokensLeft(ctx: Limited, draw: Draw): Promise<number> {
  if (!ctx.settings.rateLimits.enabled) return draw.bucket.burst
  const row = await one<{ wait: number }>(
    ctx.pool,
    'select extract(epoch from full_at - clock_timestamp())::float8 as wait from auth.rate_limits where key = $1',
    [hashOf(ctx, draw)],
  )
  return tokensIn(draw.bucket, row?.wait ?? 0)
}

/**
 * A row stores the moment when the bucket will be full. Each token taken moves it by the time in which one token
 * refills. A bucket is empty when that moment is further away than an empty bucket takes to fill.
 */
function takeSql(index: number): string {
  const [key, stepOf, window] = [1, 2, 3].map((place) => `$${3 * index + place}`)
  const fullAt = `greatest(b.full_at, clock_timestamp()) + make_interval(secs => ${stepOf}::float8)`
  const previous = index === 0 ? '' : `where exists (select from taken_${index - 1})`
  return `taken_${index} as (
    insert into auth.rate_limits as b (key, full_at)
    select ${key}::bytea, clock_timestamp() + make_interval(secs => ${stepOf}::float8) ${previous}
    on conflict (key) do update set full_at = ${fullAt}
    where ${fullAt} <= clock_timestamp() + make_interval(secs => ${window}::float8)
    returning full_at)`
}

function waitSql(index: number): string {
  return `extract(epoch from (select full_at from taken_${index}) - clock_timestamp())::float8`
}

/** Each update waits for the one before: rows are locked in one order everywhere, so that there is no deadlock. */
function giveBackSql(index: number): string {
  const previous = index === 0 ? '' : `and (select count(*) from given_${index - 1}) >= 0`
  return `given_${index} as (
    update auth.rate_limits set full_at = full_at - make_interval(secs => $${2 * index + 2}::float8)
    where key = $${2 * index + 1} ${previous} returning key)`
}

function hashOf(ctx: Limited, draw: Draw): Buffer {
  return keyedHash(ctx.keys.pepper, 'rate limit', ...draw.key)
}

function step({ burst, perSeconds }: Bucket): number {
  return perSeconds / burst
}

function tokensIn(bucket: Bucket, secondsToFull: number): number {
  return bucket.burst - Math.max(0, secondsToFull) / step(bucket)
}

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
  return new AuthError('over_request_rate_limit')
}
