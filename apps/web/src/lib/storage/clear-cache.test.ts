import { afterEach, expect, test, vi } from 'vitest'
import { clearLocalCache } from './clear-cache.ts'

afterEach(() => vi.unstubAllGlobals())

test('clearing the cache removes everything but the session, and then reloads', async () => {
  const methods = {
    removeItem(this: Record<string, string>, key: string) {
      delete this[key]
    },
    clear(this: Record<string, string>) {
      for (const key of Object.keys(this)) delete this[key]
    },
  }
  const stored: Record<string, string> = Object.assign(Object.create(methods), {
    'antojo:session': '{}',
    'antojo:session-code-verifier': 'x',
    'antojo:owner': 'ana',
    'antojo:deletions': '[]',
    'fs:settings:v1': '{}',
    'fs:import:v1': '[]',
  })
  const events: string[] = []
  vi.stubGlobal('localStorage', stored)
  vi.stubGlobal('caches', {
    keys: async () => ['pictures', 'pages'],
    delete: async (name: string) => events.push(`cache ${name}`),
  })
  vi.stubGlobal('indexedDB', {
    databases: async () => [{ name: 'antojo' }, {}],
    deleteDatabase: (name: string) => events.push(`database ${name}`),
  })
  vi.stubGlobal('location', {
    reload: () => events.push(`reload with ${Object.keys(stored).join(' ')}`),
  })
  await clearLocalCache()
  expect(events).toEqual([
    'cache pictures',
    'cache pages',
    'database antojo',
    'reload with antojo:session antojo:session-code-verifier',
  ])
})
