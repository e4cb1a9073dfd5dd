import { DEFAULT_SETTINGS, type Settings } from '@antojo/domain/settings'
import { beforeEach, expect, test, vi } from 'vitest'
import { forgetFormerAccounts } from './forget-device.ts'
import type { Session } from './session-store.ts'
import { createPersonalStore, createStore } from '../store.ts'

const methods = {
  getItem(this: Record<string, string>, key: string) {
    return this[key] ?? null
  },
  setItem(this: Record<string, string>, key: string, value: string) {
    this[key] = value
  },
  removeItem(this: Record<string, string>, key: string) {
    delete this[key]
  },
}

let stored: Record<string, string>
/** What the tab keeps. */
let typed: Record<string, string>
let deletedCaches: string[]
beforeEach(() => {
  stored = Object.create(methods)
  deletedCaches = []
  typed = Object.create(methods)
  vi.stubGlobal('localStorage', stored)
  vi.stubGlobal('sessionStorage', typed)
  vi.stubGlobal('caches', {
    delete: async (name: string) => {
      deletedCaches.push(name)
      return true
    },
  })
})

/** A page on the device whose session is `account`'s. */
function openPage(account: string | null, { owesCode = false, settings = DEFAULT_SETTINGS } = {}) {
  const session = createStore<Session | null>(sessionOf(account, owesCode))
  const held = createStore<Settings>(settings)
  let cleared = 0
  const store = {
    get: held.get,
    subscribe: held.subscribe,
    update: (change: Partial<Settings>) => held.set({ ...held.get(), ...change }),
    replace: held.set,
  }
  const watched = {
    current: () => (session.get()?.needsCode === true ? null : session.get()),
    account: () => session.get()?.user.id ?? null,
    subscribe: session.subscribe,
  }
  const queries = {
    clear: () => {
      cleared += 1
    },
  }
  forgetFormerAccounts({ session: watched, queries }, store)
  return {
    settings: held.get,
    timesCleared: () => cleared,
    become: (next: string | null, code = false) => session.set(sessionOf(next, code)),
  }
}

function sessionOf(id: string | null, needsCode: boolean): Session | null {
  if (id === null) return null
  return {
    accessToken: id,
    expiresAt: 0,
    user: { id, email: id, createdAt: '' },
    needsCode,
    deleteAfter: null,
  }
}

/** What the person before chose and left waiting. */
const chosen: Settings = {
  ...DEFAULT_SETTINGS,
  theme: 'dark',
  language: 'en',
  reduce_motion: true,
  default_visibility: 'public',
  cuisines: ['Ramen'],
  radius_km: 42,
}
const looksOnly: Settings = { ...DEFAULT_SETTINGS, theme: 'dark', language: 'en', reduce_motion: true }

test('the settings of a guest stay for their new account', () => {
  const page = openPage(null, { settings: chosen })
  page.become('ana')
  expect(page.settings()).toEqual(chosen)
})

test.each([
  { how: 'after signing out', to: null },
  { how: 'when another account signs in at once', to: 'eve' },
])('an account is forgotten $how; how the device looks stays', async ({ to }) => {
  const page = openPage('ana', { settings: chosen })
  Object.assign(stored, {
    'fs:import:v1': '[link]',
    'fs:onboarding:v1': 'done',
    'antojo:session-code-verifier': 'x',
    'antojo:anything-new': 'x',
  })
  Object.assign(typed, { 'antojo:draft:comment 1': 'x', 'antojo:sent-to': 'google' })
  page.become(to)
  expect(Object.keys(typed)).toEqual(['antojo:sent-to'])
  expect(page.settings()).toEqual(looksOnly)
  await vi.waitFor(() => expect(stored['antojo:owner'] ?? null).toBe(to))
  expect(Object.keys(stored).filter((key) => key !== 'antojo:owner')).toEqual([
    'fs:onboarding:v1',
    'antojo:session-code-verifier',
  ])
  expect([deletedCaches.toSorted(), page.timesCleared()]).toEqual([['pages', 'pictures', 'shared'], 1])
})

test('the data of an account whose session ended while no page was open is removed at the next start', async () => {
  openPage('ana')
  stored['fs:import:v1'] = '[link]'
  const later = openPage(null, { settings: chosen })
  expect([later.settings(), stored['fs:import:v1']]).toEqual([looksOnly, undefined])
  await vi.waitFor(() => expect(stored['antojo:owner']).toBeUndefined())
  later.become('eve')
  expect(later.settings()).toEqual(looksOnly)
})

test('a removal that a closed page did not finish continues at the next start', async () => {
  openPage('ana')
  vi.stubGlobal('caches', { delete: () => new Promise(() => {}) })
  openPage(null)
  expect(stored['antojo:owner']).toBe('ana')
  vi.stubGlobal('caches', { delete: async () => true })
  openPage(null)
  await vi.waitFor(() => expect(stored['antojo:owner']).toBeUndefined())
})

test('the same account keeps its data after a restart and before the code of its second step', () => {
  openPage('ana')
  stored['fs:import:v1'] = '[link]'
  const page = openPage('ana', { settings: chosen })
  page.become('ana', true)
  page.become('ana')
  expect([page.settings(), stored['fs:import:v1'], deletedCaches]).toEqual([chosen, '[link]', []])
})

test('a tab that learns late of a change removes no data of the new account', async () => {
  const tab = openPage('ana')
  const late = openPage('ana')
  tab.become('eve')
  await vi.waitFor(() => expect(stored['antojo:owner']).toBe('eve'))
  stored['fs:import:v1'] = '[link of eve]'
  late.become('eve')
  expect([stored['fs:import:v1'], late.timesCleared()]).toEqual(['[link of eve]', 1])
})

test('data of an account in memory is removed with it, and the link of a guest stays', () => {
  const link = createPersonalStore<string | null>(() => null)
  const page = openPage(null)
  link.set('https://example.org/1')
  page.become('ana')
  expect(link.get()).toBe('https://example.org/1')
  page.become(null)
  expect(link.get()).toBeNull()
})
