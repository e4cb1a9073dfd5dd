import { ExponentialBackoff, handleWhen, retry } from 'cockatiel'

/** SQLSTATE classes of an unreachable or stopping database: connection, shutdown, resources. */
const OUTAGE_STATES = /^(?:08|57P|53|58)/u
const NETWORK_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'])
const OUTAGE_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|not queryable|Client was closed/u

/** True when the database cannot be reached now, so that a retry may succeed. */
export function isUnavailable(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const code = 'code' in at && typeof at.code === 'string' ? at.code : ''
    if (OUTAGE_STATES.test(code) || (NETWORK_CODES.has(code) && 'syscall' in at)) return true
    if (OUTAGE_MESSAGES.test(at.message)) return true
  }
  return false
}

/** True when Postgres, or the program that makes its folder, has no disk space. Only an operator can change that. */
export function isDiskFull(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if (('code' in at && at.code === '53100') || at.message.includes('No space left on device')) return true
  return false
}

/** An outage caused by a full disk, as Postgres reports it while it still runs. */
export class DiskFullError extends Error {
  override readonly name = 'DiskFullError'
  readonly code = '53100'
}

/** Longer than a fail-over takes. */
const MAX_RETRY_MS = 30_000

const backoff = new ExponentialBackoff({ initialDelay: 200, maxDelay: 2_000 })

/**
 * Retries work while the database is unavailable, for `maxMs`. A full disk is retried only when there is no time limit.
 * The work must be idempotent: a commit may have happened although its answer was lost.
 */
export async function retryWhileUnavailable<T>(work: () => Promise<T>, maxMs = MAX_RETRY_MS): Promise<T> {
  const deadline = Date.now() + maxMs
  const retries = retry(
    handleWhen(
      (error) => isUnavailable(error) && Date.now() < deadline && (maxMs === Infinity || !isDiskFull(error)),
    ),
    { maxAttempts: Infinity, backoff },
  )
  return retries.execute(work)
}
