import type { AuthError } from '../errors.ts'
import { giveBack, takeTokens } from './buckets.ts'
import type { Draw, Limited } from './buckets.ts'
import { isKnownDevice, isKnownOrigin } from './known-origins.ts'
import type { Holder, Origin } from './known-origins.ts'
import { networkDraws, tooManyRequests } from './requests.ts'

/** What is guessed. Each has tries of its own, so that guessing one locks nobody out of another. */
export type Secret = 'password' | 'code' | 'factor' | 'current password'

/** A try to show who one is. */
export interface Guess {
  /**
   * False when others have used up the tries of the account and it was never signed in to from here: then even a right
   * answer is refused.
   */
  readonly mayPass: boolean
  /** The failure that a refused try is answered with: once the tries are used up, the same for right and wrong ones. */
  refusal(failure: AuthError): AuthError
  /** Takes back that a try was counted: only failures count. */
  forgive(): Promise<void>
}

/** Neighbours share twice the tries of one network. */
const WIDE_FACTOR = 2

/**
 * Counts a try to guess a secret of an account: for the network it comes from, and for all networks together. Throws
 * 429 when the network's own tries are used up, unless it comes from a device of the account.
 *
 * The holder is named as the client named it, and all is the same for accounts that do not exist. Whether an origin is
 * known changes the answer to right answers only, so that neighbours learn nothing by trying.
 */
export async function limitGuess(
  ctx: Limited,
  secret: Secret,
  holder: Holder,
  client: Origin,
): Promise<Guess> {
  const name = ['guess', secret, ...Object.entries(holder).flat()]
  const { account, accountFactor, accountByAddress } = ctx.settings.rateLimits
  const overall = secret === 'factor' ? accountFactor : account
  const draws = [
    ...networkDraws(name, accountByAddress, client.ip, WIDE_FACTOR),
    { bucket: overall, key: [...name, 'all'] },
  ]
  const taken = await takeTokens(ctx, draws)
  if (taken.length === draws.length) return countedGuess(ctx, draws)
  const own = { bucket: accountByAddress, key: [...name, 'device', client.device?.id ?? ''] }
  if (taken.length < draws.length - 1) return deviceGuess(ctx, holder, client, own)
  const mayPass = await isKnownOrigin(ctx, holder, client)
  return {
    mayPass,
    refusal: tooManyRequests,
    forgive: () => giveBack(ctx, draws.slice(0, -1)),
  }
}

/** `limitGuess` for somebody who is signed in: throws 429 unless a right answer would pass. */
export async function limitOwnGuess(
  ctx: Limited,
  secret: Secret,
  userId: string,
  client: Origin,
): Promise<Guess> {
  const guess = await limitGuess(ctx, secret, { id: userId }, client)
  if (!guess.mayPass) throw tooManyRequests()
  return guess
}

function countedGuess(ctx: Limited, draws: readonly Draw[]): Guess {
  return { mayPass: true, refusal: (failure) => failure, forgive: () => giveBack(ctx, draws) }
}

async function deviceGuess(ctx: Limited, holder: Holder, client: Origin, own: Draw): Promise<Guess> {
  if (!(await isKnownDevice(ctx, holder, client))) throw tooManyRequests()
  if ((await takeTokens(ctx, [own])).length === 0) throw tooManyRequests()
  return countedGuess(ctx, [own])
}
