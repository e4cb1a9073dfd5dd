import { beforeEach, expect, test } from 'vitest'
import { attempt, attemptAgain } from './attempt.ts'
import { toasts } from './toasts.ts'

beforeEach(() => toasts.set([]))

const text = ({ reason }: { reason: string }) => `failed: ${reason}`
const texts = () => toasts.get().map((shown) => shown.text)

test('what works shows nothing, what fails says why', async () => {
  expect(await attempt(text, async () => 'done')).toBe(true)
  expect(texts()).toEqual([])
  const failing = () => Promise.reject(new Error('no'))
  expect(await attempt(text, failing)).toBe(false)
  expect(texts()).toEqual(['failed: no'])
})

test('the notice tries the same work again, until it is done', async () => {
  const reasons = ['first', 'second']
  const work = async () => {
    const reason = reasons.shift()
    if (reason !== undefined) throw new Error(reason)
  }
  expect(await attemptAgain(text, work)).toBe(false)
  toasts.get().at(-1)?.action?.run()
  await expect.poll(texts).toEqual(['failed: first', 'failed: second'])
  toasts.get().at(-1)?.action?.run()
  await Promise.resolve()
  expect(texts()).toHaveLength(2)
})
