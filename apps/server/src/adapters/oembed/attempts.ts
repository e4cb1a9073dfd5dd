import { setTimeout as pause } from 'node:timers/promises'
import type { FetchAnswer, FetchFailure, GuardedFetch } from '../http/guarded-fetch.ts'

/** Spec §9: 8000 ms, 1500 ms more on the retry, 2 attempts, random backoff of about 120 ms × attempt. */
export const oembedTimeoutMs = 8_000
export const oembedRetryExtraMs = 1_500
export const oembedAttempts = 2
export const oembedBackoffMs = 120

const maxBytes = 512 * 1024

/**
 * Asks an endpoint, a second time only when the first failure may pass: no answer, 429 or 5xx. An address that is
 * refused or malformed is not asked again.
 */
export async function askEndpoint(
  fetch: GuardedFetch,
  url: string,
  signal: AbortSignal,
): Promise<FetchAnswer | FetchFailure> {
  let last: FetchAnswer | FetchFailure = { ok: false, reason: 'network', detail: 'not asked' }
  for (let attempt = 1; attempt <= oembedAttempts; attempt += 1) {
    last = await fetch({
      url,
      headers: { accept: 'application/json' },
      timeoutMs: oembedTimeoutMs + (attempt - 1) * oembedRetryExtraMs,
      maxBytes,
      signal,
    })
    if (!mayPass(last) || attempt === oembedAttempts || signal.aborted) return last
    await pause(backoff(attempt), undefined, { signal }).catch(() => undefined)
  }
  return last
}

/** 120 ms × attempt, give or take half. */
export function backoff(attempt: number): number {
  return oembedBackoffMs * attempt * (0.5 + Math.random())
}

function mayPass(answer: FetchAnswer | FetchFailure): boolean {
  if (answer.ok) return answer.status === 429 || answer.status >= 500
  return answer.reason === 'network' || answer.reason === 'timeout'
}
