import type { Holder, Origin } from '../accounts/ports.ts'
import type { AuthError } from '../errors.ts'
import { type Draw, giveBack, type Limited, networkDraws, takeTokens, tooManyRequests } from './buckets.ts'
import { isKnownDevice, isKnownOrigin } from './known-origins.ts'

/** The secrets that can be guessed. Each has its own tries, so that guesses of one block no other. */
export type Secret = 'password' | 'code' | 'factor' | 'current password'

/** One counted try to prove an identity. */
export interface Guess {
  /**
   * False when others have used up the tries of the account and it was never signed in to from here. Then even a right
   * answer is refused.
   */
  readonly mayPass: boolean
  /** The error of a refused try. Once the tries are used up it is the same for right and wrong answers. */
  refusal(failure: AuthError): AuthError
  /** Gives the try back, because only failures count. */
  forgive(): Promise<void>
}

/** Neighbouring networks share twice the tries of one. */
const WIDE_FACTOR = 2

/**
 * Counts a try to guess a secret of an account, for its network and for all networks together. Throws 429 when the
 * network's own tries are used up, unless the try comes from a device of the account. The client
 * names the account, and unknown accounts are treated alike. Known origins change the result of right answers only, so
 * that neighbours learn nothing by trying.
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

/** `limitGuess` for a signed-in user: throws 429 unless a right answer would pass. */
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
