import { beforeEach, expect, test, vi } from 'vitest'
import { resetPersonalStores } from '../../lib/store.ts'
import { finishLater } from './put-off.ts'

const KEY = 'antojo:later'
const stored = new Map<string, string>()
beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  startWith(null)
})

/** Starts the page anew, with these ids on the device. */
function startWith(text: string | null): void {
  stored.clear()
  if (text !== null) stored.set(KEY, text)
  resetPersonalStores()
}

test('what was left for later stays on the device, the last one first, at most 200', () => {
  startWith('["a"]')
  finishLater('b')
  expect(JSON.parse(stored.get(KEY) ?? '')).toEqual(['b', 'a'])
  for (let index = 0; index < 200; index++) finishLater(`v${index}`)
  const kept: unknown[] = JSON.parse(stored.get(KEY) ?? '')
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([200, 'v199', 'v0'])
})

test.each(['{"a":', '{"a":1}', '[1]'])('%s on the device is nothing', (text) => {
  startWith(text)
  finishLater('b')
  expect(stored.get(KEY)).toBe('["b"]')
})
