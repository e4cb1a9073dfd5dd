import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSessionStore } from './session-store.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('location', {
    href: 'http://antojo.test/',
    search: '',
    hash: '',
    origin: 'http://antojo.test',
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Opens a page whose stored token expires in so many seconds; `wasOpened` says whether the auth client was loaded. */
function openPage(expiresIn: number, user: object = {}) {
  const stored = JSON.stringify({
    access_token: 'token',
    refresh_token: 'refresh',
    expires_at: Date.now() / 1000 + expiresIn,
    user: { id: 'ana', email: 'ana@antojo.test', ...user },
  })
  vi.stubGlobal('localStorage', { getItem: () => stored, setItem: () => {}, removeItem: () => {} })
  let opened = false
  const store = createSessionStore(() => {
    opened = true
    return new Promise(() => {})
  })
  return { store, wasOpened: () => opened }
}

test('a token is refreshed 90 seconds before it expires, not earlier', () => {
  const { wasOpened } = openPage(100)
  vi.advanceTimersByTime(9_999)
  expect(wasOpened()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(wasOpened()).toBe(true)
})

test('a token that is valid for more than 30 seconds is used as it is', async () => {
  const { store, wasOpened } = openPage(100)
  expect([await store.accessToken(), wasOpened()]).toEqual(['token', false])
})

test('an account that waits for its deletion has no session', () => {
  const { store } = openPage(100, { delete_after: '2027-01-01' })
  expect([store.current(), store.account(), store.deleteAfter()]).toEqual([null, 'ana', '2027-01-01'])
})

test('without the code of the second step there is no session', () => {
  const { store } = openPage(100, { factors: [{ status: 'verified' }] })
  expect([store.current(), store.account(), store.needsCode()]).toEqual([null, 'ana', true])
})
