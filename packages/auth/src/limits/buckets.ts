import type { AuthContext } from '../context.ts'
import { listed, raw, sql } from '../database.ts'
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

type HashedDraw = Draw & { readonly hash: Buffer }

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
  const row = await sql<{ waits: (number | null)[] }>`with ${listed(tried.map(takeSql))}
    select array[${listed(tried.map(waitSql))}] as waits`.one(ctx.pool)
  const waits = row?.waits.filter((wait) => wait !== null) ?? []
  const refused = tried[waits.length]
  if (refused) ctx.emptyBuckets.add(refused.hash, step(refused.bucket))
  return tried.slice(0, waits.length).map(({ bucket }, index) => tokensIn(bucket, waits[index] ?? 0))
}

/** Gives one token back to each bucket, in the order in which they were taken. */
export async function giveBack(ctx: Limited, draws: readonly Draw[]): Promise<void> {
  if (!ctx.settings.rateLimits.enabled) return
  const hashed = draws.map((draw) => ({ ...draw, hash: hashOf(ctx, draw) }))
  await sql`with ${listed(hashed.map(giveBackSql))} select`.run(ctx.pool)
  for (const { hash } of hashed) ctx.emptyBuckets.delete(hash)
}

/** Counts the tokens of a bucket and takes none. */
export async function tokensLeft(ctx: Limited, draw: Draw): Promise<number> {
  if (!ctx.settings.rateLimits.enabled) return draw.bucket.burst
  const row = await sql<{ wait: number }>`
    select extract(epoch from full_at - clock_timestamp())::float8 as wait
    from auth.rate_limits where key = ${hashOf(ctx, draw)}`.one(ctx.pool)
  return tokensIn(draw.bucket, row?.wait ?? 0)
}

/**
 * A row stores the moment when the bucket will be full. Each token taken moves it by the time in which one token
 * refills. A bucket is empty when that moment is further away than an empty bucket takes to fill.
 */
function takeSql({ hash, bucket }: HashedDraw, index: number) {
  const refill = sql`make_interval(secs => ${step(bucket)}::float8)`
  const fullAt = sql`greatest(b.full_at, clock_timestamp()) + ${refill}`
  const previous = raw(index === 0 ? '' : `where exists (select from taken_${index - 1})`)
  return sql`taken_${raw(`${index}`)} as (
    insert into auth.rate_limits as b (key, full_at)
    select ${hash}::bytea, clock_timestamp() + ${refill} ${previous}
    on conflict (key) do update set full_at = ${fullAt}
    where ${fullAt} <= clock_timestamp() + make_interval(secs => ${bucket.perSeconds + ROUNDING_S}::float8)
    returning full_at)`
}

function waitSql(_draw: Draw, index: number) {
  return raw(`extract(epoch from (select full_at from taken_${index}) - clock_timestamp())::float8`)
}

/** Each update waits for the one before: rows are locked in one order everywhere, so that there is no deadlock. */
function giveBackSql({ hash, bucket }: HashedDraw, index: number) {
  const previous = raw(index === 0 ? '' : `and (select count(*) from given_${index - 1}) >= 0`)
  return sql`given_${raw(`${index}`)} as (
    update auth.rate_limits set full_at = full_at - make_interval(secs => ${step(bucket)}::float8)
    where key = ${hash} ${previous} returning key)`
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
