import { afterEach, beforeEach, expect, test } from 'vitest'
import { toast, toasts } from './toasts.ts'

function clear() {
  for (const { id } of toasts.get()) toast.dismiss(id)
}
beforeEach(clear)
afterEach(clear)

const texts = () => toasts.get().map(({ text }) => text)

test('a notice never has the id of an earlier one, even after that was removed', () => {
  const first = toast.info('a')
  toast.dismiss(first)
  expect(toast.info('b')).not.toBe(first)
})

test('at most three notices show; a fourth removes the oldest', () => {
  for (const text of ['a', 'b', 'c']) toast.info(text)
  expect(texts()).toEqual(['a', 'b', 'c'])
  toast.error('d')
  expect(texts()).toEqual(['b', 'c', 'd'])
})

test('a notice stays for three seconds unless it asks for more', () => {
  toast.success('a')
  toast.info('b', { duration: 6000 })
  expect(toasts.get().map(({ duration }) => duration)).toEqual([3000, 6000])
})

test('dismissing removes only the notice with that id', () => {
  const [first] = [toast.info('a'), toast.info('b')]
  toast.dismiss(first)
  expect(texts()).toEqual(['b'])
})
