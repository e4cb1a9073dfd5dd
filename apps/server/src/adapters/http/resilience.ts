import {
  BrokenCircuitError,
  circuitBreaker,
  ConsecutiveBreaker,
  DelegateBackoff,
  handleWhen,
  handleWhenResult,
  retry,
  type RetryPolicy,
} from 'cockatiel'
import type { FetchAnswer, FetchFailure } from './guarded-fetch.ts'

/** Retries and circuit breakers for all adapters. Deadlines are part of each request of the guarded fetch. */
interface RetryOptions {
  readonly maxRetries: number
  /**
   * Milliseconds before a retry; the first retry is 1. A pause continues when the caller cancels, so it has to be
   * short.
   */
  readonly pauseMs: (retry: number) => number
}

type FetchOutcome = FetchAnswer | FetchFailure

/** Retries work that throws a transient error; the last error is thrown. */
export function retryThrown(isTransient: (error: unknown) => boolean, options: RetryOptions): RetryPolicy {
  return retry(handleWhen(isTransient), retryConfig(options))
}

/** Retries requests without an answer and those answered with 429 or 5xx; the last outcome is returned. */
export function retryRequests(options: RetryOptions): RetryPolicy {
  return retry(handleWhenResult(isTransientOutcome), retryConfig(options))
}

/** The answer while a breaker is open. */
export const RESTING: FetchFailure = {
  ok: false,
  reason: 'network',
  detail: 'no request was sent: the service failed repeatedly',
}

/** Runs a request unless the breaker is open; `RESTING` when it is. */
type Breaker = (request: () => Promise<FetchOutcome>) => Promise<FetchOutcome>

/** After 8 consecutive failures a provider gets no requests for 10 s; then a single request tests it. */
export function createBreaker(): Breaker {
  const policy = circuitBreaker(handleWhenResult(isProviderFailure), {
    halfOpenAfter: 10_000,
    breaker: new ConsecutiveBreaker(8),
  })
  return async (request) => {
    try {
      return await policy.execute(request)
    } catch (error) {
      if (error instanceof BrokenCircuitError) return RESTING
      throw error
    }
  }
}

/** False for a post that is gone, a request that was refused here, and a caller that cancelled: the provider works. */
function isProviderFailure(outcome: unknown): boolean {
  if (!isFetchOutcome(outcome)) return false
  return outcome.ok ? outcome.status >= 500 : outcome.reason === 'timeout' || outcome.reason === 'network'
}

function isTransientOutcome(outcome: unknown): boolean {
  return isProviderFailure(outcome) || (isFetchOutcome(outcome) && outcome.ok && outcome.status === 429)
}

function isFetchOutcome(value: unknown): value is FetchOutcome {
  return typeof value === 'object' && value !== null && 'ok' in value
}

function retryConfig({ maxRetries, pauseMs }: RetryOptions) {
  return {
    maxAttempts: maxRetries,
    backoff: new DelegateBackoff(({ attempt }: { attempt: number }) => pauseMs(attempt)),
  }
}
