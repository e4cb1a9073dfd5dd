import type { BudgetUse } from '@antojo/contract/admin'
import type { Database } from '@antojo/db/database'
import type { Logger } from 'pino'
import { currentAsker, isGuest } from '../../core/asker.ts'
import { type Allowance, type PaidService, PAID_SERVICES } from '../../core/spending.ts'
import { callsOfToday, countCall } from './repo.ts'

export interface SpendingOptions {
  readonly database: Database
  readonly log: Pick<Logger, 'warn'>
  /** The most calls per day; null for a service that costs nothing. */
  readonly callsPerDay: Readonly<Record<PaidService, number | null>>
  readonly guestsMaySpend: boolean
}

/**
 * The daily limits of paid services. They are counted in the database, so they survive restarts and apply to all nodes
 * together.
 */
export type Spending = ReturnType<typeof createSpending>

/** Guests may cause half of a day's calls; the rest is reserved for people with an account. */
const GUEST_SHARE = 0.5

export function createSpending(options: SpendingOptions) {
  const { database, log, callsPerDay, guestsMaySpend } = options
  const refused = new Map<PaidService, number>()

  async function count(service: PaidService, max: number): Promise<boolean> {
    const call = {
      service,
      max,
      isGuest: isGuest(currentAsker()),
      maxForGuests: Math.floor(max * GUEST_SHARE),
    }
    try {
      if (await database.asSystem('count a paid call', (tx) => countCall(tx, call))) return true
    } catch (error) {
      log.warn({ err: error, service }, 'a paid call could not be counted, so it was not made')
    }
    refused.set(service, (refused.get(service) ?? 0) + 1)
    return false
  }

  const isOpen = (): boolean => guestsMaySpend || !isGuest(currentAsker())

  return {
    allowance: (service: PaidService): Allowance => {
      const max = callsPerDay[service]
      return { isOpen, spend: async () => isOpen() && (max === null || count(service, max)) }
    },
    /** For the operator's page. */
    use: async (): Promise<readonly BudgetUse[]> => {
      const calls = await database.asSystem('read paid calls', callsOfToday)
      return PAID_SERVICES.flatMap((service) => {
        const max = callsPerDay[service]
        if (max === null) return []
        const started = calls.find((each) => each.service === service)?.calls ?? 0
        const name = `${service}CallsToday`
        return [{ name, running: started, queued: null, max, started, refused: refused.get(service) ?? 0 }]
      })
    },
  }
}
