import type { AuthContext } from '../context.ts'
import { one, run } from '../database.ts'
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
 * Takes a token of each bucket, in order, up to the first that is empty. Returns how many are left in each bucket that
 * gave one. A bucket holds `burst` tokens and refills evenly in `perSeconds`; all nodes share it. One statement.
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

/** How many tokens a bucket holds; takes none. */
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
 * A row holds one time: when the bucket will be full. Each token taken moves this time by the time that a token needs
 * to come back. A bucket is empty when its time is further away than an empty bucket takes to fill.
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
