import { beforeEach, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})

/** The code as the page of a new tab has it. */
async function openTab() {
  vi.resetModules()
  return await import('./put-off.ts')
}

test('what was left for later is remembered, the last one first, at most 200', async () => {
  const { finishLater } = await openTab()
  finishLater('a')
  ;(await openTab()).finishLater('b')
  expect(JSON.parse(stored.get('antojo:later') ?? '')).toEqual(['b', 'a'])
  const tab = await openTab()
  for (let index = 0; index < 200; index++) tab.finishLater(`v${index}`)
  const kept: unknown[] = JSON.parse(stored.get('antojo:later') ?? '')
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([200, 'v199', 'v0'])
})

test('a broken store is an empty one', async () => {
  stored.set('antojo:later', '{"a":')
  ;(await openTab()).finishLater('b')
  expect(stored.get('antojo:later')).toBe('["b"]')
})
