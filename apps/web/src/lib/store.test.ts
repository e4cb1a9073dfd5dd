import { expect, test } from 'vitest'
import { createStore } from './store.ts'
import { toast } from './view/toasts.ts'

test('a store tells of changes, and only of changes', () => {
  const store = createStore(1)
  let told = 0
  const stop = store.subscribe(() => (told += 1))
  store.set(2)
  store.set(2)
  stop()
  store.set(3)
  expect([store.get(), told]).toEqual([3, 1])
})

test('every notice has its own number, also when older ones are gone', () => {
  const ids = ['a', 'b', 'c', 'd'].map((text) => toast.info(text))
  expect(new Set(ids).size).toBe(4)
  for (const id of ids) toast.dismiss(id)
  const next = toast.info('e')
  expect(next).toBeGreaterThan(0)
  toast.dismiss(next)
})
