import { expect, test } from 'vitest'
import { createStore } from './store.ts'

test('a store calls its listeners when the value changes, and only then', () => {
  const store = createStore(1)
  let calls = 0
  const stop = store.subscribe(() => (calls += 1))
  store.set(2)
  store.set(2)
  stop()
  store.set(3)
  expect([store.get(), calls]).toEqual([3, 1])
})
