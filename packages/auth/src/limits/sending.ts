import type { Wish } from '../accounts/ports.ts'
import { AuthError } from '../errors.ts'
import type { Bucket } from '../settings.ts'
import { type Draw, type Limited, networkDraws, takeTokens, tokensLeft } from './buckets.ts'
import { isKnownDevice } from './known-origins.ts'

export type Channel = 'mail' | 'sms'

const HOUR_S = 3600
/** This part of the installation's hour is reserved for networks that requested few messages. */
const RESERVE = 0.3
/** A network and its wider network may request this number of messages an hour out of the reserve. */
const FIRST_MESSAGES = 2
const FIRST_MESSAGES_NEARBY = 4

/**
 * Throws 429 when the network has requested too many messages, the recipient got one of this kind a moment ago, or the
 * installation's hour is used up. Requests count whether or not there is an account, so that the answer is the same.
 * The installation's hour counts sent messages only: see `countSending`.
 */
export async function limitSending(
  ctx: Limited,
  channel: Channel,
  { kind, to, client }: Wish,
): Promise<void> {
  const { maxFrequency, perHourAndNetwork } = ctx.settings[channel]
  const network = networkDraws([channel], { burst: perHourAndNetwork, perSeconds: HOUR_S }, client.ip)
  const recipient = [channel, kind, ...Object.entries(to).flat()]
  const pause = { burst: 1, perSeconds: maxFrequency }
  const draws = [...network, ...(maxFrequency > 0 ? [{ bucket: pause, key: recipient }] : [])]
  const left = await takeTokens(ctx, draws)
  if (left.length === draws.length) {
    if (await hasQuota(ctx, channel, isFirst(network, left) ? 0 : RESERVE)) return
    throw overLimit(channel)
  }
  // Requests by strangers for an account, or from its network, must not stop its owner from recovering it.
  const isOwner = await isKnownDevice(ctx, to, client)
  const own = [...recipient, 'device', client.device?.id ?? '']
  if (
    isOwner &&
    (maxFrequency === 0 || (await takeTokens(ctx, [{ bucket: pause, key: own }])).length === 1)
  ) {
    if (await hasQuota(ctx, channel, 0)) return
    throw overLimit(channel)
  }
  throw left.length < network.length ? overLimit(channel) : tooSoon(channel, maxFrequency)
}

/** Counts a message before it is sent; false when the installation's hour is used up. */
export async function countSending(ctx: Limited, channel: Channel): Promise<boolean> {
  return (await takeTokens(ctx, [quota(ctx, channel)])).length === 1
}

async function hasQuota(ctx: Limited, channel: Channel, reserve: number): Promise<boolean> {
  const draw = quota(ctx, channel)
  return (await tokensLeft(ctx, draw)) >= 1 + reserve * draw.bucket.burst
}

function quota(ctx: Limited, channel: Channel): Draw {
  const bucket: Bucket = { burst: ctx.settings[channel].perHour, perSeconds: HOUR_S }
  return { bucket, key: [channel, 'all'] }
}

function isFirst(network: readonly [Draw, Draw], [own = 0, nearby = 0]: readonly number[]): boolean {
  const [{ bucket: ownBucket }, { bucket: nearbyBucket }] = network
  return own >= ownBucket.burst - FIRST_MESSAGES && nearby >= nearbyBucket.burst - FIRST_MESSAGES_NEARBY
}

const OVER_LIMIT = { mail: 'over_email_send_rate_limit', sms: 'over_sms_send_rate_limit' } as const

export function overLimit(channel: Channel): AuthError {
  return new AuthError(OVER_LIMIT[channel])
}

function tooSoon(channel: Channel, maxFrequency: number): AuthError {
  const text = `For security purposes, you can only request this after ${Math.ceil(maxFrequency)} seconds.`
  return new AuthError(OVER_LIMIT[channel], text)
}
