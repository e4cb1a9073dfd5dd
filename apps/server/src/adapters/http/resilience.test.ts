import { expect, it } from 'vitest'
import type { FetchAnswer, FetchFailure } from './guarded-fetch.ts'
import { createBreaker, retryRequests, retryThrown } from './resilience.ts'

const good: FetchAnswer = { ok: true, status: 200, headers: new Map(), body: Buffer.alloc(0), url: '' }
const failed = (reason: FetchFailure['reason']): FetchFailure => ({ ok: false, reason, detail: '' })

/** Gives the outcomes one after another, the last one again and again, and counts the requests. */
function provider(...outcomes: readonly (FetchAnswer | FetchFailure)[]) {
  const state = { requests: 0 }
  const request = async (): Promise<FetchAnswer | FetchFailure> => {
    const outcome = outcomes[Math.min(state.requests, outcomes.length - 1)] ?? good
    state.requests += 1
    return outcome
  }
  return { state, request }
}

it.each([
  ['no answer', failed('network'), 3],
  ['a timeout', failed('timeout'), 3],
  ['status 503', { ...good, status: 503 }, 3],
  ['status 429', { ...good, status: 429 }, 3],
  ['status 404', { ...good, status: 404 }, 1],
  ['a refused address', failed('private_address'), 1],
  ['too many requests of our own', failed('overloaded'), 1],
  ['a caller that left', failed('aborted'), 1],
])('%s: %#, the last outcome after %i requests at most', async (_, outcome, requests) => {
  const { state, request } = provider(outcome)
  const retries = retryRequests({ maxRetries: 2, pauseMs: () => 0 })
  expect(await retries.execute(request)).toBe(outcome)
  expect(state.requests).toBe(requests)
})

it('pauses before each retry for the time of that retry', async () => {
  const asked: number[] = []
  const retries = retryThrown(() => true, { maxRetries: 2, pauseMs: (retry) => asked.push(retry) && 0 })
  await expect(retries.execute(() => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(asked).toEqual([1, 2])
})

it('does not retry for a caller that left', async () => {
  const caller = new AbortController()
  const { state, request } = provider(failed('network'))
  const retries = retryRequests({ maxRetries: 2, pauseMs: () => 0 })
  await retries.execute(() => {
    caller.abort()
    return request()
  }, caller.signal)
  expect(state.requests).toBe(1)
})

it('callers that leave do not stop the requests of others', async () => {
  const { state, request } = provider(failed('aborted'))
  const breaker = createBreaker()
  for (let turn = 0; turn < 20; turn += 1) await breaker(request)
  expect(state.requests).toBe(20)
})
