import { setTimeout as wait } from 'node:timers/promises'
import type { Budgets } from '../../core/budgets.ts'
import type { EventLoopWatch } from '../../telemetry/event-loop.ts'

/** The most milliseconds for an answer of the database. */
const READY_TIMEOUT_MS = 2_000
/**
 * Milliseconds within which at least one of the running requests should end. Those that wait for other servers may take
 * up to a minute each.
 */
const MAX_STALL_MS = { request: 5_000, outsideRequest: 15_000 } as const

export interface ReadinessDeps {
  readonly budgets: Pick<Budgets, 'stalledMs'>
  readonly eventLoop: Pick<EventLoopWatch, 'wasBlocked'>
  /** Sends a trivial query to Postgres. */
  readonly askDatabase: () => Promise<unknown>
}

/** The reason why this node cannot serve now; null when it can. */
export async function unreadyReason({
  budgets,
  eventLoop,
  askDatabase,
}: ReadinessDeps): Promise<string | null> {
  if (eventLoop.wasBlocked()) return 'process was blocked'
  return stallReason(budgets) ?? databaseReason(askDatabase)
}

/** Under load, turns are taken but change hands. A stall means that none has been released. */
function stallReason(budgets: ReadinessDeps['budgets']): string | null {
  const stalled = (['request', 'outsideRequest'] as const).find(
    (name) => budgets.stalledMs(name) > MAX_STALL_MS[name],
  )
  return stalled === undefined ? null : `all turns are taken (${stalled})`
}

async function databaseReason(askDatabase: ReadinessDeps['askDatabase']): Promise<string | null> {
  const late = wait(READY_TIMEOUT_MS, 'database too slow', { ref: false })
  const asked = askDatabase().then(
    () => null,
    () => 'database unreachable',
  )
  return Promise.race([asked, late])
}
