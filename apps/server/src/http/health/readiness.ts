import type { Budgets } from '../../core/budgets.ts'
import type { EventLoopWatch } from '../../telemetry/event-loop.ts'

/** Milliseconds that the readiness question may take. */
const READY_TIMEOUT_MS = 2_000
/**
 * Milliseconds in which at least one of all requests that are worked on should end; those that ask the outside wait for
 * others, up to a minute each.
 */
const MAX_STALL_MS = { request: 5_000, outsideRequest: 15_000 } as const

export interface ReadinessDeps {
  readonly budgets: Pick<Budgets, 'stalledMs'>
  readonly eventLoop: Pick<EventLoopWatch, 'wasBlocked'>
  /** A question that Postgres answers at once. */
  readonly askDatabase: () => Promise<unknown>
}

/** Why this node cannot serve now; null when it can. */
export async function unreadyReason({
  budgets,
  eventLoop,
  askDatabase,
}: ReadinessDeps): Promise<string | null> {
  if (eventLoop.wasBlocked()) return 'process was blocked'
  return stallReason(budgets) ?? databaseReason(askDatabase)
}

/** Under load turns are taken too, but they change hands; here none came to an end. */
function stallReason(budgets: ReadinessDeps['budgets']): string | null {
  const stalled = (['request', 'outsideRequest'] as const).find(
    (name) => budgets.stalledMs(name) > MAX_STALL_MS[name],
  )
  return stalled === undefined ? null : `all turns are taken (${stalled})`
}

async function databaseReason(askDatabase: ReadinessDeps['askDatabase']): Promise<string | null> {
  const late = new Promise<string>((resolve) =>
    setTimeout(resolve, READY_TIMEOUT_MS, 'database too slow').unref(),
  )
  const asked = askDatabase().then(
    () => null,
    () => 'database unreachable',
  )
  return Promise.race([asked, late])
}
