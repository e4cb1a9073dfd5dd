import type { BudgetUse } from '@antojo/contract/admin'
import { AppError } from './app-error.ts'
import { type Asker, currentAsker } from './asker.ts'
import {
  type PlaceBudget,
  type PlaceBudgetName,
  PLACE_BUDGETS,
  type RateBudget,
  type RateBudgetName,
  RATE_BUDGETS,
} from './budget-table.ts'
import { type EnterOptions, FairQueue, type Refusal, type Release } from './fair-queue.ts'
import { createRateCounter, type RateCounter } from './rate-counter.ts'

export interface RunOptions extends EnterOptions {
  /** Default: the asker of the current request. */
  readonly asker?: Asker
}

interface TakeOptions {
  readonly amount?: number
  readonly asker?: Asker
}

/** Enforces the limits of `budget-table.ts`; each node has one instance. */
export type Budgets = ReturnType<typeof createBudgets>

export interface BudgetsOptions {
  /** False for load tests: rates are not limited, but places are. */
  readonly rates: boolean
  /** The operator's settings, which replace numbers of the table. */
  readonly overrides?: Readonly<Record<string, Partial<RateBudget> | Partial<PlaceBudget>>>
}

const RETRY_AFTER_SECONDS = 2

export function createBudgets({ rates, overrides = {} }: BudgetsOptions) {
  const places = new Map(
    Object.entries(PLACE_BUDGETS).map(([name, table]): [string, Place] => {
      const budget = { ...table, ...overrides[name] }
      return [name, { queue: new FairQueue(budget), budget, started: 0, refused: 0 }]
    }),
  )
  const counters = new Map(
    Object.entries(RATE_BUDGETS).map(([name, budget]) => [
      name,
      createRateCounter(name, { ...budget, ...overrides[name] }),
    ]),
  )
  return {
    run,
    turn,
    enter,
    tryEnter,
    /** Milliseconds for which all places of a budget have been taken without a release. */
    stalledMs: (name: PlaceBudgetName): number => found(places, name).queue.stalledMs,
    take,
    /** Counts like `take`; false when the limit is used up. */
    allows: async (name: RateBudgetName, options?: TakeOptions) => (await waitOf(name, options)) === null,
    /** The current use of every budget. */
    use: (): readonly BudgetUse[] => [...places].map(placeUse).concat([...counters].map(rateUse)),
  }

  /** Waits for a place, which the caller releases; returns the reason when none becomes free. */
  async function enter(name: PlaceBudgetName, options: RunOptions = {}): Promise<Release | Refusal> {
    const place = found(places, name)
    const entered = await place.queue.enter(options.asker ?? currentAsker(), options)
    if (typeof entered === 'string') place.refused += 1
    else place.started += 1
    return entered
  }

  /** Takes a place immediately, or returns null; work may count as several places. */
  function tryEnter(name: PlaceBudgetName, asker: Asker, weight?: number): Release | null {
    const place = found(places, name)
    const release = place.queue.tryEnter(asker, weight)
    if (release) place.started += 1
    // Without a queue this counts as refused, because the caller does not try again.
    else if (place.budget.maxQueued === 0) place.refused += 1
    return release
  }

  /**
   * Runs the work when there is a place for it. Throws `overloaded` with a time to retry when the queue is full or the
   * wait was too long, and the signal's reason when the signal aborts first.
   */
  async function run<T>(name: PlaceBudgetName, work: () => Promise<T>, options: RunOptions = {}): Promise<T> {
    const release = await turn(name, options)
    try {
      return await work()
    } finally {
      release()
    }
  }

  /** Waits for a place, which the caller releases; throws `overloaded` when there is none. */
  async function turn(name: PlaceBudgetName, options: RunOptions = {}): Promise<Release> {
    const release = await enter(name, options)
    if (release === 'aborted') throw options.signal?.reason
    if (typeof release !== 'string') return release
    throw new AppError('overloaded', `Too many are running (${name}).`, { retryAfter: RETRY_AFTER_SECONDS })
  }

  /** The seconds after which the work may start; null for now. */
  async function waitOf(name: RateBudgetName, options: TakeOptions = {}): Promise<number | null> {
    const { amount = 1, asker = currentAsker() } = options
    return rates ? found(counters, name).take(asker, amount) : null
  }

  /** Counts against a rate limit; throws `rate_limited` with a time to retry when it is used up. */
  async function take(name: RateBudgetName, options?: TakeOptions): Promise<void> {
    const retryAfter = await waitOf(name, options)
    if (retryAfter !== null) throw new AppError('rate_limited', 'Too many requests.', { retryAfter })
  }
}

interface Place {
  readonly queue: FairQueue
  readonly budget: PlaceBudget
  started: number
  refused: number
}

function placeUse([name, { queue, budget, started, refused }]: readonly [string, Place]): BudgetUse {
  return { name, running: queue.running, queued: queue.queued, max: budget.maxAtOnce, started, refused }
}

function rateUse([name, { max, started, refused }]: readonly [string, RateCounter]): BudgetUse {
  return { name, running: null, queued: null, max, started, refused }
}

function found<T>(map: ReadonlyMap<string, T>, name: string): T {
  const value = map.get(name)
  if (value === undefined) throw new Error(`There is no budget named ${name}.`)
  return value
}
