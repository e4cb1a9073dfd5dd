import type { FetchAnswer, FetchFailure, GuardedFetch } from '../http/guarded-fetch.ts'
import { retryRequests } from '../http/resilience.ts'

/** Spec §9: a timeout of 8000 ms, 1500 ms more on the retry, 2 attempts, random back-off of about 120 ms × attempt. */
const TIMEOUT_MS = 8_000
const RETRY_EXTRA_MS = 1_500
const BACKOFF_MS = 120
const MAX_BYTES = 512 * 1024

const retries = retryRequests({ maxRetries: 1, pauseMs: backoff })

/** Requests a post's metadata. There is no retry for a URL that is refused or malformed. */
export function requestEndpoint(
  fetch: GuardedFetch,
  url: string,
  signal: AbortSignal,
): Promise<FetchAnswer | FetchFailure> {
  return retries.execute(
    ({ attempt }) =>
      fetch({
        url,
        headers: { accept: 'application/json' },
        timeoutMs: TIMEOUT_MS + attempt * RETRY_EXTRA_MS,
        maxBytes: MAX_BYTES,
        signal,
      }),
    signal,
  )
}

/** 120 ms × attempt, give or take half. */
export function backoff(attempt: number): number {
  return BACKOFF_MS * attempt * (0.5 + Math.random())
}
