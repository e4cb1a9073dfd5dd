import { RateLimiterMemory } from 'rate-limiter-flexible'
import { type Asker, isGuest, keysOf } from './asker.ts'
import type { RateBudget } from './budget-table.ts'

/** Rate limits for accounts and networks, in the memory of this node. */
export type RateCounter = ReturnType<typeof createRateCounter>

export function createRateCounter(name: string, budget: RateBudget) {
  const { max, maxForGuests = max, maxForAllGuests, perSeconds } = budget
  // The limiter only counts; the limit of a key depends on the asker.
  const limiter = new RateLimiterMemory({ keyPrefix: name, points: 1, duration: perSeconds })
  let started = 0
  let refused = 0

  async function take(asker: Asker, amount: number): Promise<number | null> {
    const taken: string[] = []
    for (const { key, points } of bounds(asker)) {
      taken.push(key)
      const wait = await secondsToWait(key, points, amount)
      if (wait === null) continue
      // A refused flood must not use up the share of its neighbours in the wider network.
      for (const each of taken) await limiter.reward(each, amount)
      refused += amount
      return wait
    }
    started += amount
    return null
  }

  function bounds(asker: Asker): readonly { readonly key: string; readonly points: number }[] {
    const own = isGuest(asker) ? maxForGuests : max
    const keys = keysOf(asker).map(({ key, factor }) => ({ key, points: own * factor }))
    // The counter of all guests comes last, so that a refused flood of one network does not use up their share.
    return isGuest(asker) && maxForAllGuests !== undefined
      ? [...keys, { key: 'all guests', points: maxForAllGuests }]
      : keys
  }

  async function secondsToWait(key: string, points: number, amount: number): Promise<number | null> {
    if (points <= 0) return perSeconds
    const used = await limiter.penalty(key, amount)
    if (used.consumedPoints <= points) return null
    return Math.max(1, Math.ceil(used.msBeforeNext / 1000))
  }

  return {
    max,
    get started() {
      return started
    },
    get refused() {
      return refused
    },
    /** Null when the work may start, otherwise the seconds to wait. */
    take,
  }
}
