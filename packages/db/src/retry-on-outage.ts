import { setTimeout as pause } from 'node:timers/promises'

/** Classes of SQLSTATE that mean the database is away or ending: connection, shutdown, resources. */
const away = /^(?:08|57P|53|58)/u
const network = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'])

/** True when the database cannot be reached now; asking again may work. */
export function isUnavailable(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const code = 'code' in at && typeof at.code === 'string' ? at.code : ''
    if (away.test(code) || (network.has(code) && 'syscall' in at)) return true
    if (
      /Connection terminated|timeout exceeded when trying to connect|not queryable|Client was closed/u.test(
        at.message,
      )
    ) {
      return true
    }
  }
  return false
}

/** Milliseconds for which work on the database is tried again while it is away: longer than a fail-over. */
const awayBudgetMs = 30_000
const firstPauseMs = 200
const longestPauseMs = 2_000

/**
 * Runs work that may be repeated, again and again while the database is away, at most 30 s. The work has to be safe to
 * repeat: a commit may have happened although its answer was lost.
 */
export async function retryWhileUnavailable<T>(work: () => Promise<T>, budgetMs = awayBudgetMs): Promise<T> {
  const deadline = Date.now() + budgetMs
  for (let wait = firstPauseMs; ; wait = Math.min(wait * 2, longestPauseMs)) {
    try {
      return await work()
    } catch (error) {
      if (!isUnavailable(error) || Date.now() + wait > deadline) throw error
      await pause(wait)
    }
  }
}
