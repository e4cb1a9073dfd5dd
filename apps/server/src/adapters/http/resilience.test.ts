import { expect, it } from 'vitest'
import type { FetchAnswer, FetchFailure } from './guarded-fetch.ts'
import { createBreaker, retryRequests, retryThrown } from './resilience.ts'

const good: FetchAnswer = { ok: true, status: 200, headers: new Map(), body: Buffer.alloc(0), url: '' }
const failed = (reason: FetchFailure['reason']): FetchFailure => ({ ok: false, reason, detail: '' })

/** Returns the outcomes one after another, then repeats the last one, and counts the requests. */
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
  ['no answer', 3, failed('network')],
  ['a timeout', 3, failed('timeout')],
  ['status 503', 3, { ...good, status: 503 }],
  ['status 429', 3, { ...good, status: 429 }],
  ['status 404', 1, { ...good, status: 404 }],
  ['a refused address', 1, failed('private_address')],
  ['too many requests of our own', 1, failed('overloaded')],
  ['a caller that left', 1, failed('aborted')],
])('%s: the last outcome after %i requests', async (_, requests, outcome) => {
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

it('does not stop the requests of others because callers leave', async () => {
  const { state, request } = provider(failed('aborted'))
  const breaker = createBreaker()
  for (let turn = 0; turn < 20; turn += 1) await breaker(request)
  expect(state.requests).toBe(20)
})
