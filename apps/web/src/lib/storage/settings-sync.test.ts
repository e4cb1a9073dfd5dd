import { DEFAULT_SETTINGS, SETTINGS_SAVE_DELAY_MS, type Settings } from '@antojo/domain/settings'
import { PostgrestClient } from '@supabase/postgrest-js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStore } from '../store.ts'
import { startSettingsSync } from './settings-sync.ts'

const listeners = new Map<string, () => void>()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => listeners.set(name, listener))
  vi.stubGlobal('removeEventListener', (name: string) => listeners.delete(name))
})
afterEach(() => vi.useRealTimers())

/** A device of a person whose settings on the server are `server`; what it saves is in `saved`. */
function device(server: Partial<Settings> | null) {
  const saved: unknown[] = []
  const network = { away: false }
  const rest = new PostgrestClient('http://antojo.test', {
    retry: false,
    fetch: async (_url, init) => {
      if (network.away) throw new TypeError('no network')
      if (init?.method !== 'POST')
        return Response.json(server === null ? [] : [{ ...DEFAULT_SETTINGS, ...server }])
      saved.push(await new Response(init.body).json())
      return new Response(null, { status: 201 })
    },
  })
  const held = createStore(DEFAULT_SETTINGS)
  const update = (change: Partial<Settings>) => held.set({ ...held.get(), ...change })
  const store = { get: held.get, subscribe: held.subscribe, update, replace: held.set }
  return { saved, network, store, end: startSettingsSync(rest, store, 'ana') }
}

const pause = () => vi.advanceTimersByTimeAsync(SETTINGS_SAVE_DELAY_MS)

test('adopts the settings of the server, then saves only changes', async () => {
  const { saved, store, end } = device({ theme: 'dark', radius_km: 30 })
  await pause()
  expect(store.get()).toMatchObject({ theme: 'dark', radius_km: 30 })
  store.update({ density: 'compact' })
  await pause()
  expect(saved).toEqual([{ user_id: 'ana', density: 'compact' }])
  end()
})

test('keeps and saves changes made before the server answered', async () => {
  const { saved, store, end } = device({ theme: 'dark' })
  store.update({ radius_km: 5 })
  await pause()
  expect(store.get()).toMatchObject({ theme: 'dark', radius_km: 5 })
  expect(saved).toEqual([{ user_id: 'ana', radius_km: 5 }])
  end()
})

test('tries again when the network returns, and keeps the changes made offline', async () => {
  const { saved, network, store, end } = device({ theme: 'dark' })
  network.away = true
  await pause()
  store.update({ language: 'en' })
  await pause()
  network.away = false
  listeners.get('online')?.()
  await pause()
  expect(store.get()).toMatchObject({ theme: 'dark', language: 'en' })
  expect(saved).toEqual([{ user_id: 'ana', language: 'en' }])
  end()
})

test('saves all settings when the server has none', async () => {
  const { saved, end } = device(null)
  await pause()
  expect(saved).toEqual([{ user_id: 'ana', ...DEFAULT_SETTINGS }])
  end()
})
