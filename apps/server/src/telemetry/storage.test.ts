import { expect, test } from 'vitest'
import { watchStorage } from './storage.ts'

test('a disk that was freed is not full at the next question', () => {
  let isFull = true
  const watch = watchStorage('/', { info: () => undefined, error: () => undefined }, () => isFull)
  expect(watch.isFull()).toBe(true)
  isFull = false
  expect(watch.isFull()).toBe(false)
  watch.stop()
})
